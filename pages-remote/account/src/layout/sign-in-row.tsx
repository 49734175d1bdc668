import { Link } from 'react-router-dom';
import { settingsText } from './messages.ts';
import { SettingRow } from './setting-row.tsx';

/** The way to the page with the email address, the password and the passkeys, for users who look for them on another one. */
export function SignInRow() {
  return (
    <SettingRow title={settingsText('signIn')}>
      <p>
        <Link to="/account/sign-in">{settingsText('waysToLogIn')}</Link>
      </p>
    </SettingRow>
  );
}
