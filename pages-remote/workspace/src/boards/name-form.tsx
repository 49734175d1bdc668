import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Alert, Button, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { boardsText } from './boards-messages.ts';
import { checkName } from './check-name.ts';

interface NameFormProps {
  /** The name that the board has; empty for a new one. */
  readonly name: string;
  /** Text of the button. */
  readonly submit: string;
  /** Stores the name; what it is rejected with is shown, and what was typed stays. */
  readonly onSubmit: (name: string) => Promise<void>;
  /** What stands beside the submit button. */
  readonly actions?: ReactNode;
  /** Whether it is the one thing to do where it stands. */
  readonly primary?: boolean;
}

/** The name of a board, new or old. */
export function NameForm({ name: before, submit, onSubmit, actions, primary = false }: NameFormProps) {
  const [name, setName] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const saving = useMutation({ mutationFn: onSubmit, onSuccess: () => setName(before) });
  useUnsavedChanges(name.trim() !== before);

  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.isPending) return;
        const wrong = checkName(name);
        setError(wrong);
        if (wrong === null) saving.mutate(name.trim());
        // What an earlier try failed of is no news any more.
        else saving.reset();
      }}
    >
      <TextField
        autoComplete="off"
        error={error ?? undefined}
        label={boardsText('fieldName')}
        onChange={(event) => setName(event.target.value)}
        readOnly={saving.isPending}
        required
        value={name}
      />
      {saving.error && (
        <Alert>
          <p>{asWorkspaceError(saving.error).message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={saving.isPending} tone={primary ? 'primary' : 'quiet'} type="submit">
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
