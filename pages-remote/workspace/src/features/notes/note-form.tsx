import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, Field, TextField } from '@atrium/page-kit/ui';
import { BODY_LENGTH, type NoteText, TITLE_LENGTH } from '../../model/notes.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { notesText } from './notes-messages.ts';

type Submit = (text: NoteText) => Promise<void> | void;

interface NoteFormProps {
  readonly text: NoteText;
  /** Text of the submit button. */
  readonly submit: string;
  readonly onChange: (text: Partial<NoteText>) => void;
  /** Stores the text. If it rejects, the form shows the error and keeps the text. */
  readonly onSubmit: Submit;
  /** Another action for the text, on a secondary button. */
  readonly alternative?: { readonly label: string; readonly onSubmit: Submit } | null;
  /** Shown beside the submit button. */
  readonly actions?: ReactNode;
  /** Shown above the submit button. */
  readonly notice?: ReactNode;
  /** Shown in the title's field while it is empty. */
  readonly placeholder?: string;
  /** Id of the text. If given, the form takes the focus when it mounts. */
  readonly focusFor?: string;
}

/** The form for the title and text of a note. */
export function NoteForm({ text, submit, onChange, onSubmit, alternative = null, actions, notice, placeholder, focusFor }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<NoteErrors>({});
  const saving = useMutation({ mutationFn: async (submitTo: Submit) => submitTo({ title: text.title.trim(), body: text.body }) });

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  useFormFocus(form, focusFor ?? null);

  function submitTo(chosen: Submit): void {
    if (saving.isPending) return;
    const found = checkNote(text);
    setErrors(found);
    if (found.title === undefined && found.body === undefined) saving.mutate(chosen);
    // The failure of an earlier attempt is out of date.
    else saving.reset();
  }

  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submitTo(onSubmit);
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={errors.title}
        label={notesText('fieldTitle')}
        onChange={(event) => {
          onChange({ title: event.target.value });
        }}
        placeholder={placeholder}
        readOnly={saving.isPending}
        required
        value={text.title}
      />
      <Field error={errors.body} label={notesText('fieldBody')}>
        {(control) => (
          <textarea
            {...control}
            onChange={(event) => {
              onChange({ body: event.target.value });
            }}
            placeholder={placeholder === undefined ? undefined : notesText('fieldBody')}
            readOnly={saving.isPending}
            rows={4}
            value={text.body}
          />
        )}
      </Field>
      {notice}
      {saving.error && <FailureAlert error={saving.error} />}
      <div className="atrium-row">
        <Button busy={saving.isPending} tone="primary" type="submit">
          {submit}
        </Button>
        {alternative && <Button onClick={() => submitTo(alternative.onSubmit)}>{alternative.label}</Button>}
        {actions}
      </div>
    </form>
  );
}

interface NoteErrors {
  readonly title?: string;
  readonly body?: string;
}

/** Finds what the table would refuse. */
function checkNote({ title, body }: NoteText): NoteErrors {
  const titleError = checkTitle(title.trim());
  const bodyLength = lengthOf(body);
  return {
    ...(titleError !== null && { title: titleError }),
    ...(bodyLength > BODY_LENGTH && { body: notesText('bodyTooLong', { limit: BODY_LENGTH, length: bodyLength }) }),
  };
}

function checkTitle(title: string): string | null {
  if (title === '') return notesText('titleMissing');
  const length = lengthOf(title);
  return length > TITLE_LENGTH ? notesText('titleTooLong', { limit: TITLE_LENGTH, length }) : null;
}

/** The length as the database counts it: a character outside the basic plane counts once. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The focus of the form that unmounted last: the id of its text, the index of the field, and the caret in it. */
let lastFocus: { readonly id: string; readonly field: number; readonly caret: number | null } | null = null;

/**
 * Focuses a form when it mounts: its first field, or the position of the caret in another form of the same text that has just
 * unmounted, because the note left the list or came back to it. Does not take the focus from another element.
 *
 * @param id of the text; null for a form that takes no focus
 */
function useFormFocus(form: RefObject<HTMLFormElement | null>, id: string | null): void {
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || id === null) return;
    if (document.activeElement === document.body) {
      const before = lastFocus?.id === id ? lastFocus : null;
      const field = fieldsOf(current)[before?.field ?? 0];
      field?.focus();
      if (before) field?.setSelectionRange(before.caret, before.caret);
    }
    lastFocus = null;
    return () => {
      const fields = fieldsOf(current);
      const field = fields.findIndex((one) => one === document.activeElement);
      lastFocus = field < 0 ? null : { id, field, caret: fields[field]?.selectionEnd ?? null };
    };
  }, [form, id]);
}

function fieldsOf(form: HTMLFormElement): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
}
