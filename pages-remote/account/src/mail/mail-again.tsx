import { Alert, Button } from '@atrium/page-kit/ui';
import { inputFailureText } from '../failure/input-failure.ts';
import { formText } from '../form/messages.ts';
import { useAction } from '../form/use-action.ts';
import { mailText } from './messages.ts';
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
  /** The first mail was sent right before: a text beside the button says what to do if it does not arrive. */
  readonly justSent?: boolean;
  /** The button is as wide as the card, above the text. */
  readonly isWide?: boolean;
}

/** A button that sends a mail again, with the pause that the service requires. */
export function MailAgain({ name, email, requestMail, label, sent, justSent = false, isWide = false }: MailAgainProps) {
  const { busy, failure, run } = useAction();
  const { sentTo, pauseFor, send } = useMailRequest(name, requestMail, justSent ? email : null);
  const again = { busy, label, onPress: () => run(() => send(email)), secondsLeft: pauseFor(email) };
  const advice = justSent && <span className="atrium-muted atrium-small">{mailText('sentAdvice')}</span>;

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
      {isWide ? (
        <>
          <AgainButton {...again} className="atrium-button-wide" />
          {advice}
        </>
      ) : (
        <div className="atrium-row">
          {advice}
          <AgainButton {...again} />
        </div>
      )}
    </div>
  );
}

interface AgainButtonProps {
  readonly label: string;
  readonly className?: string;
  readonly busy: boolean;
  /** Until the service sends the next mail. */
  readonly secondsLeft: number;
  readonly onPress: () => void;
}

/** The button that sends a mail again, with its countdown. */
export function AgainButton({ label, className = '', busy, secondsLeft, onPress }: AgainButtonProps) {
  const pauses = secondsLeft > 0;
  return (
    <Button aria-description={pauses ? formText('retryIn', { seconds: secondsLeft }) : undefined} busy={busy} className={className} onClick={onPress} unavailable={pauses}>
      {label}
      {/* Not in its name, which would change each second. */}
      {pauses && <span aria-hidden="true">{mailText('seconds', { seconds: secondsLeft })}</span>}
    </Button>
  );
}
