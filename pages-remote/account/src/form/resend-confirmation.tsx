import { useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import { defineMessages } from '@atrium/page-kit/messages';
import { useAuth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { FAULT, failureText } from '../failure/failure-text.ts';
import { formText } from './form-messages.ts';
import { MAIL_PAUSE_SECONDS } from './mail-pause.ts';
import { useCountdown } from './use-countdown.ts';

const text = defineMessages({
  resend: 'Send the mail again',
  sent: 'If the address is waiting for confirmation, another mail is on its way.',
});

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
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ActionFailure | 'sent' | null>(null);
  const [secondsLeft, startCountdown] = useCountdown(justSent ? MAIL_PAUSE_SECONDS : 0);

  async function send(): Promise<void> {
    setBusy(true);
    setResult(null);
    try {
      await resend(email, next);
      setResult('sent');
      startCountdown(MAIL_PAUSE_SECONDS);
    } catch (error) {
      const failure = readActionFailure(error);
      setResult(failure ?? FAULT);
      if (failure?.retryAfterSeconds) startCountdown(failure.retryAfterSeconds);
      if (!failure) reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="atrium-stack">
      {result === 'sent' && (
        <Alert tone="success">
          <p>{text('sent')}</p>
        </Alert>
      )}
      {result !== null && result !== 'sent' && (
        <Alert>
          <p>{failureText(result)}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => void send()} unavailable={secondsLeft > 0}>
          {text('resend')}
        </Button>
        {secondsLeft > 0 && <span className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</span>}
      </div>
    </div>
  );
}
