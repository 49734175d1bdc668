import { EmailRow } from '../email/email-row.tsx';
import { settingsText } from '../layout/messages.ts';
import { PasswordRow } from '../layout/password-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';

/** `/account/sign-in`: the email address, the password and the passkeys with which the user logs in. */
export default function SignInSettingsPage() {
  return (
    <SettingsPage section="signIn" title={settingsText('signIn')}>
      <EmailRow />
      <PasswordRow />
      <Passkeys />
    </SettingsPage>
  );
}
