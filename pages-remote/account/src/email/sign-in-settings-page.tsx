import { settingsText } from '../layout/messages.ts';
import { PasswordRow } from '../layout/password-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { EmailRow } from './email-row.tsx';

/** `/account/sign-in`: the email address and the password with which the user logs in. */
export default function SignInSettingsPage() {
  return (
    <SettingsPage section="signIn" title={settingsText('signIn')}>
      <EmailRow />
      <PasswordRow />
    </SettingsPage>
  );
}
