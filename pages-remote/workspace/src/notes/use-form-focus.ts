import { useLayoutEffect, type RefObject } from 'react';

/** Where the focus was in a form that went, and of what text that was the form. */
interface Left {
  readonly of: string;
  readonly field: number;
  readonly caret: number | null;
}

let left: Left | null = null;

/**
 * Has a form take the focus when it comes up, at its first field, or where the person was in another form of the same
 * text that has just gone: one of a note that leaves the list, or comes back to it. Takes it from nothing else.
 *
 * @param of id of the text; null for a form that takes no focus
 */
export function useFormFocus(form: RefObject<HTMLFormElement | null>, of: string | null): void {
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || of === null) return;
    if (document.activeElement === document.body) {
      const before = left?.of === of ? left : null;
      const field = fieldsOf(current)[before?.field ?? 0];
      field?.focus();
      if (before) field?.setSelectionRange(before.caret, before.caret);
    }
    left = null;
    return () => {
      const fields = fieldsOf(current);
      const field = fields.findIndex((one) => one === document.activeElement);
      left = field < 0 ? null : { of, field, caret: fields[field]?.selectionEnd ?? null };
    };
  }, [form, of]);
}

function fieldsOf(form: HTMLFormElement): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
}
