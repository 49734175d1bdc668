import { Alert, Button } from '@atrium/page-kit/ui';
import { message } from '../messages.ts';
import { useOnline } from './use-online.ts';

/** Says that nobody can sign in at the moment, because the auth remote did not load. */
export function SignInUnavailable({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
  useOnline(onRetry);
  return (
    <div className="shell-notice">
      <Alert>{message('header.signInUnavailable')}</Alert>
      <Button busy={retrying} onClick={onRetry}>{message('failure.retry')}</Button>
    </div>
  );
}
