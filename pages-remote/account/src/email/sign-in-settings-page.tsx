import { settingsText } from '../layout/messages.ts';
import { PasswordRow } from '../layout/password-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { LinkedAccounts } from '../providers/linked-accounts.tsx';
import { EmailRow } from './email-row.tsx';

/** `/account/sign-in`: the email address, the password and the linked accounts with which the user logs in. */
export default function SignInSettingsPage() {
  return (
    <SettingsPage section="signIn" title={settingsText('signIn')}>
      <EmailRow />
      <PasswordRow />
      <LinkedAccounts />
    </SettingsPage>
  );
}
