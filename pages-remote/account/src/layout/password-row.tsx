import { FROM_ACCOUNT } from '../visitor/navigation-state.ts';
import { settingsText } from './messages.ts';
import { ChangeLink, SettingLine } from './setting-line.tsx';
import { SettingRow } from './setting-row.tsx';

/** A row with the way to the page that changes the password. */
export function PasswordRow() {
  return (
    <SettingRow title={settingsText('password')}>
      <SettingLine
        action={
          <ChangeLink name={settingsText('changePassword')} state={FROM_ACCOUNT} to="/update-password">
            {settingsText('change')}
          </ChangeLink>
        }
      >
        <p className="atrium-muted">{settingsText('passwordHint')}</p>
      </SettingLine>
    </SettingRow>
  );
}
