import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { inputFailureText } from '../failure/input-failure.ts';
import { formText } from '../form/messages.ts';
import { useAction } from '../form/use-action.ts';
import { mailText } from './messages.ts';
import { useMailRequest } from './use-mail-request.ts';

interface ResendConfirmationProps {
  readonly email: string;
  /** Path to continue to after the confirmation. */
  readonly next: string | null;
  /** The first mail was sent right before. */
  readonly justSent?: boolean;
}

/** A button that sends the confirmation mail again. */
export function ResendConfirmation({ email, next, justSent = false }: ResendConfirmationProps) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  const { busy, failure, run } = useAction();
  const { sentTo, pauseFor, send } = useMailRequest('resend-confirmation', (address) => resend(address, next), justSent ? email : null);
  const secondsLeft = pauseFor(email);

  return (
    <div className="atrium-stack">
      {sentTo !== null && (
        <Alert tone="success">
          <p>{mailText('sent')}</p>
        </Alert>
      )}
      {failure && (
        <Alert>
          <p>{inputFailureText(failure)}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(() => send(email))} unavailable={secondsLeft > 0}>
          {mailText('resend')}
        </Button>
        {secondsLeft > 0 && <span className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</span>}
      </div>
    </div>
  );
}
