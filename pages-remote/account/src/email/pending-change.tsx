import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { formText } from '../form/messages.ts';
import { ItemDetails, SettingItem, SettingItems } from '../layout/setting-item.tsx';
import { AgainButton } from '../mail/mail-again.tsx';
import { type AddressPause, MAIL_PAUSE_SECONDS, useAddressPause } from '../mail/use-address-pause.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { emailText } from './messages.ts';

/** The pause between two mails about one change of the email address, on every page that sends them. */
export function useChangeMailPause(): AddressPause {
  return useAddressPause('change-email.mail');
}

interface PendingChangeProps {
  /** The address that waits for its confirmation. */
  readonly email: string;
  readonly pause: AddressPause;
  /** The control at the end of its line. */
  readonly action: ReactNode;
}

/** The user's email address and the one that waits for its confirmation, with a button that sends the mail again. The service cannot cancel a change. */
export function PendingChange({ email, pause, action }: PendingChangeProps) {
  const present = useAuth((auth) => auth.user?.email) ?? '';
  const updateEmail = useAuth((auth) => auth.updateEmail);
  const { busy, failure, run } = useAction();
  const [isSent, setIsSent] = useState(false);

  async function sendAgain(): Promise<void> {
    setIsSent(false);
    await updateEmail(email);
    setIsSent(true);
    pause.start(email, MAIL_PAUSE_SECONDS);
  }

  return (
    <SettingItems label={formText('email')}>
      <SettingItem action={null} detail={emailText('present')} icon={Mail} name={present} />
      <SettingItem action={action} badge={emailText('pending')} icon={Mail} name={email}>
        <ItemDetails>
          <div role="status">
            <p className="atrium-muted atrium-small">{emailText('waiting', { email, present })}</p>
            {isSent && <p className="atrium-small">{emailText('sentAgain')}</p>}
          </div>
          <FactorFailureAlert failure={failure} />
          <AgainButton busy={busy} className="atrium-button-small" label={emailText('sendAgain')} onPress={() => run(sendAgain)} secondsLeft={pause.pauseFor(email)} />
        </ItemDetails>
      </SettingItem>
    </SettingItems>
  );
}
