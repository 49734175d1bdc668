import { Alert, Button } from '@atrium/page-kit/ui';
import { inputFailureText } from '../failure/input-failure.ts';
import { formText } from '../form/messages.ts';
import { useAction } from '../form/use-action.ts';
import { useMailRequest } from './use-mail-request.ts';

interface MailAgainProps {
  /** Key under which the pause between two mails is stored. */
  readonly name: string;
  readonly email: string;
  /** The action that asks the service for the mail. */
  readonly requestMail: (address: string) => Promise<void>;
  /** Text of the button. */
  readonly label: string;
  /** Shown after the request: the same for every email address. */
  readonly sent: string;
  /** The first mail was sent right before. */
  readonly justSent?: boolean;
}

/** A button that sends a mail again, with the pause that the service requires. */
export function MailAgain({ name, email, requestMail, label, sent, justSent = false }: MailAgainProps) {
  const { busy, failure, run } = useAction();
  const { sentTo, pauseFor, send } = useMailRequest(name, requestMail, justSent ? email : null);
  const secondsLeft = pauseFor(email);

  return (
    <div className="atrium-stack">
      {sentTo !== null && (
        <Alert tone="success">
          <p>{sent}</p>
        </Alert>
      )}
      {failure && (
        <Alert>
          <p>{inputFailureText(failure)}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(() => send(email))} unavailable={secondsLeft > 0}>
          {label}
        </Button>
        {secondsLeft > 0 && <span className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</span>}
      </div>
    </div>
  );
}
