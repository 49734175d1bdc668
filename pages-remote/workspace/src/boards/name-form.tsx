import { type ReactNode, useState } from 'react';
import { Alert, Button, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { asWorkspaceError, reportFault, type WorkspaceError } from '../data/workspace-error.ts';
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
  readonly autoFocus?: boolean;
}

/** The name of a board, new or old. */
export function NameForm({ name: before, submit, onSubmit, actions, autoFocus = false }: NameFormProps) {
  const [name, setName] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<WorkspaceError | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(name.trim() !== before);

  async function send(): Promise<void> {
    const wrong = checkName(name);
    setError(wrong);
    setFailure(null);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await onSubmit(name.trim());
      setName(before);
    } catch (thrown) {
      reportFault(thrown);
      setFailure(asWorkspaceError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={autoFocus}
        error={error ?? undefined}
        label={boardsText('fieldName')}
        onChange={(event) => setName(event.target.value)}
        readOnly={busy}
        required
        value={name}
      />
      {failure && (
        <Alert>
          <p>{failure.message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} tone={autoFocus ? 'primary' : 'quiet'} type="submit">
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
