import { Alert, Button } from '@atrium/page-kit/ui';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';

interface FailureAlertProps {
  readonly error: Error;
  /** Called by a button. Without it, the alert has none, because its form or its control tries again. */
  readonly onRetry?: () => void;
  readonly busy?: boolean;
  /** Whether to say that the user's text is not lost. */
  readonly keepsText?: boolean;
}

/** Shows why something could not be loaded or changed. */
export function FailureAlert({ error, onRetry, busy = false, keepsText = false }: FailureAlertProps) {
  return (
    <Alert>
      <p>
        {asWorkspaceError(error).message}
        {keepsText && ` ${workspaceText('textKept')}`}
      </p>
      {onRetry && (
        <div>
          <Button busy={busy} onClick={onRetry}>
            {workspaceText('retry')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
