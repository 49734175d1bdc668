import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import type { NoteText } from '../../model/notes.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { checkNote, NoteFields, type NoteErrors, useFormFocus } from './note-fields.tsx';

interface NoteFormProps {
  readonly text: NoteText;
  /** Text of the submit button. */
  readonly submit: string;
  readonly onChange: (text: Partial<NoteText>) => void;
  /** Stores the text. If it rejects, the form shows the error and keeps the text. */
  readonly onSubmit: (text: NoteText) => Promise<void> | void;
  /** Shown between the fields. */
  readonly afterTitle?: ReactNode;
  /** Shown before the submit button. */
  readonly tools?: ReactNode;
  /** Shown after the submit button. */
  readonly actions?: ReactNode;
  /** Shown in the title's field while it is empty. */
  readonly placeholder?: string;
  /** Id of the text. If given, the form takes the focus when it mounts. */
  readonly focusFor?: string;
  /** Whether `onSubmit` takes the text out of the form at once, so that the next one can be written while it is stored. */
  readonly takesNext?: boolean;
}

/** The form for the title and text of a note. */
export function NoteForm({ text, submit, onChange, onSubmit, afterTitle, tools, actions, placeholder, focusFor, takesNext = false }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<NoteErrors>({});
  const saving = useMutation({ mutationFn: async () => onSubmit({ title: text.title.trim(), body: text.body }) });
  const isBusy = saving.isPending && (!takesNext || (text.title === '' && text.body === ''));

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  useFormFocus(form, focusFor ?? null);

  function save(): void {
    if (isBusy) return;
    const found = checkNote(text);
    setErrors(found);
    if (found.title === undefined && found.body === undefined) saving.mutate();
    // The failure of an earlier attempt is out of date.
    else saving.reset();
  }

  return (
    <form
      className="atrium-stack"
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // Browsers would submit the form from the title too.
        event.preventDefault();
        save();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      ref={form}
    >
      <NoteFields afterTitle={afterTitle} errors={errors} onChange={onChange} placeholder={placeholder} readOnly={saving.isPending && !takesNext} text={text} />
      {saving.error && <FailureAlert error={saving.error} keepsText />}
      <div className="atrium-row">
        {tools}
        <Button aria-keyshortcuts="Control+Enter Meta+Enter" busy={isBusy} tone="primary" type="submit">
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
