import { EmailRow } from '../email/email-row.tsx';
import { settingsText } from '../layout/messages.ts';
import { SettingsPage } from '../layout/settings-page.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { LinkedAccounts } from '../providers/linked-accounts.tsx';
import { PasswordRow } from './password-row.tsx';

/** `/account/sign-in`: the email address, the linked accounts, the passkeys and the password with which the user logs in. */
export default function SignInSettingsPage() {
  return (
    <SettingsPage section="signIn" title={settingsText('signIn')}>
      <EmailRow />
      <LinkedAccounts />
      <Passkeys />
      <PasswordRow />
    </SettingsPage>
  );
}
