import { useState } from 'react';
import { Alert } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { AgainButton } from '../mail/mail-again.tsx';
import { type AddressPause, MAIL_PAUSE_SECONDS, useAddressPause } from '../mail/use-address-pause.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { emailText } from './messages.ts';

/** The pause between two mails about one change of the email address, on every page that sends them. */
export function useChangeMailPause(): AddressPause {
  return useAddressPause('change-email.mail');
}

/** The change of the email address that waits for its confirmation, with a button that sends the mail again. Nothing without one. */
export function PendingChange({ pause }: { readonly pause: AddressPause }) {
  const present = useAuth((auth) => auth.user?.email) ?? '';
  const email = useAuth((auth) => auth.user?.new_email) ?? '';
  const updateEmail = useAuth((auth) => auth.updateEmail);
  const { busy, failure, run } = useAction();
  const [isSent, setIsSent] = useState(false);
  if (email === '') return null;

  async function sendAgain(): Promise<void> {
    setIsSent(false);
    await updateEmail(email);
    setIsSent(true);
    pause.start(email, MAIL_PAUSE_SECONDS);
  }

  return (
    <div className="atrium-stack">
      <Alert tone="info">
        <p>{emailText('waiting', { email, present })}</p>
        {isSent && <p>{emailText('sentAgain')}</p>}
      </Alert>
      <FactorFailureAlert failure={failure} />
      <div className="atrium-row">
        <AgainButton busy={busy} label={emailText('sendAgain')} onPress={() => run(sendAgain)} secondsLeft={pause.pauseFor(email)} />
      </div>
    </div>
  );
}
