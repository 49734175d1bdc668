import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { NAME_LENGTH } from '../../model/boards.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { boardsText } from './boards-messages.ts';

interface NameFormProps {
  /** The current name of the board; empty for a new board. */
  readonly name: string;
  /** Text of the submit button. */
  readonly submit: string;
  /** Stores the name. If it rejects, the form shows the error and keeps the text. */
  readonly onSubmit: (name: string) => Promise<void>;
  /** Shown in the empty field. */
  readonly placeholder?: string;
  /** Shown between the field and the buttons. */
  readonly children?: ReactNode;
  /** Shown beside the submit button. */
  readonly actions?: ReactNode;
  /** `primary` if the submit button is the main button of its view. */
  readonly tone?: 'primary' | 'quiet';
}

/** The form for the name of a board. */
export function NameForm({ name: before, submit, onSubmit, placeholder, children, actions, tone = 'quiet' }: NameFormProps) {
  const [name, setName] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const saving = useMutation({ mutationFn: onSubmit, onSuccess: () => setName(before) });
  useUnsavedChanges(name.trim() !== before);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The user can type another name at once. Selecting also moves the focus, which a form for a new board must not take.
    if (field.current?.value) field.current.select();
  }, []);

  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.isPending) return;
        const found = checkName(name.trim());
        setError(found);
        if (found === null) saving.mutate(name.trim());
        // The failure of an earlier attempt is out of date.
        else saving.reset();
      }}
    >
      <TextField
        autoComplete="off"
        error={error ?? undefined}
        label={boardsText('fieldName')}
        onChange={(event) => setName(event.target.value)}
        placeholder={placeholder}
        readOnly={saving.isPending}
        ref={field}
        required
        value={name}
      />
      {children}
      {saving.error && <FailureAlert error={saving.error} />}
      <div className="atrium-row">
        <Button busy={saving.isPending} tone={tone} type="submit">
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}

/** Why the database would refuse a name; null if it would not. */
function checkName(name: string): string | null {
  if (name === '') return boardsText('nameMissing');
  // Counted as the database does: a character outside the basic plane counts once.
  const length = Array.from(name).length;
  return length > NAME_LENGTH ? boardsText('nameTooLong', { limit: NAME_LENGTH, length }) : null;
}
