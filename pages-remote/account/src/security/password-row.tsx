import { useAuth } from 'auth/auth';
import { needsPassword } from '../visitor/user-metadata.ts';
import { FROM_ACCOUNT } from '../visitor/navigation-state.ts';
import { settingsText } from './messages.ts';
import { ChangeLink, SettingLine } from './setting-line.tsx';
import { SettingRow } from './setting-row.tsx';

/** A row with the way to the page that changes the password. */
export function PasswordRow() {
  const hasNone = useAuth((auth) => needsPassword(auth.user));
  return (
    <SettingRow hint={settingsText('passwordHint')} title={settingsText('password')}>
      <SettingLine
        action={
          <ChangeLink name={settingsText('changePassword')} state={FROM_ACCOUNT} to="/update-password">
            {settingsText('change')}
          </ChangeLink>
        }
      >
        {hasNone ? <p>{settingsText('noPassword')}</p> : <span aria-hidden="true" className="atrium-muted">••••••••</span>}
      </SettingLine>
    </SettingRow>
  );
}
