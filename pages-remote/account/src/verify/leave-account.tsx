import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { failureText } from '../failure/failure-text.ts';
import { useAction } from '../form/use-action.ts';

/** Logs out, for people who cannot or do not want to go on as who they are. The page leads to the log-in then. */
export function LeaveAccount({ label }: { readonly label: string }) {
  const logout = useAuth((auth) => auth.logout);
  const { busy, failure, run } = useAction();
  return (
    <>
      {failure && (
        <Alert>
          <p>{failureText(failure)}</p>
        </Alert>
      )}
      <Button busy={busy} onClick={() => run(() => logout())}>
        {label}
      </Button>
    </>
  );
}
