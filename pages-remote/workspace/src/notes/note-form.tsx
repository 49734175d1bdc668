import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert, Button, Field, TextField } from '@atrium/page-kit/ui';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { checkNote, type NoteErrors } from './check-note.ts';
import type { NoteText } from './note.ts';
import { notesText } from './notes-messages.ts';
import { useFormFocus } from './use-form-focus.ts';

type Submit = (text: NoteText) => Promise<void> | void;

interface NoteFormProps {
  readonly text: NoteText;
  /** Text of the button. */
  readonly submit: string;
  readonly onChange: (text: Partial<NoteText>) => void;
  /** Stores the text; what it is rejected with is shown, and what was typed stays. */
  readonly onSubmit: Submit;
  /** Something else to do with the text, on a button that is not the main one. */
  readonly alternative?: { readonly label: string; readonly onSubmit: Submit } | null;
  /** What stands beside the submit button. */
  readonly actions?: ReactNode;
  /** What stands above it. */
  readonly notice?: ReactNode;
  /** Id of the text, where its form takes the focus when it comes up. */
  readonly focusFor?: string;
}

/** Title and text of a note, new or old. */
export function NoteForm({ text, submit, onChange, onSubmit, alternative = null, actions, notice, focusFor }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<NoteErrors>({});
  const saving = useMutation({ mutationFn: async (submitTo: Submit) => submitTo({ title: text.title.trim(), body: text.body }) });

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  useFormFocus(form, focusFor ?? null);

  function submitTo(wanted: Submit): void {
    if (saving.isPending) return;
    const wrong = checkNote(text);
    setErrors(wrong);
    if (wrong.title === undefined && wrong.body === undefined) saving.mutate(wanted);
    // What an earlier try failed of is no news any more.
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
            readOnly={saving.isPending}
            rows={4}
            value={text.body}
          />
        )}
      </Field>
      {notice}
      {saving.error && (
        <Alert>
          <p>{asWorkspaceError(saving.error).message}</p>
        </Alert>
      )}
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
