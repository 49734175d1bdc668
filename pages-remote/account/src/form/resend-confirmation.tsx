import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { inputFailureText } from '../failure/input-failure-text.ts';
import { formText } from './form-messages.ts';
import { resendText } from './resend-messages.ts';
import { useAction } from './use-action.ts';
import { useMailRequest } from './use-mail-request.ts';

interface ResendConfirmationProps {
  readonly email: string;
  /** Path that the person is on the way to. */
  readonly next: string | null;
  /** The first one has just gone out. */
  readonly justSent?: boolean;
}

/** Asks for another confirmation mail. */
export function ResendConfirmation({ email, next, justSent = false }: ResendConfirmationProps) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  const { busy, failure, run } = useAction();
  const { sentTo, pauseFor, send } = useMailRequest('resend-confirmation', (address) => resend(address, next), justSent ? email : null);
  const secondsLeft = pauseFor(email);

  return (
    <div className="atrium-stack">
      {sentTo !== null && (
        <Alert tone="success">
          <p>{resendText('sent')}</p>
        </Alert>
      )}
      {failure && (
        <Alert>
          <p>{inputFailureText(failure)}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(() => send(email))} unavailable={secondsLeft > 0}>
          {resendText('resend')}
        </Button>
        {secondsLeft > 0 && <span className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</span>}
      </div>
    </div>
  );
}
