import { formatDate } from '@atrium/page-kit/messages';
import { useAuth } from 'auth/auth';
import { useLoaded } from '../form/use-loaded.ts';
import { hasPassword, needsPassword } from '../visitor/user-metadata.ts';
import { FROM_ACCOUNT } from '../visitor/navigation-state.ts';
import { settingsText } from '../layout/messages.ts';
import { ChangeLink, SettingLine } from '../layout/setting-line.tsx';
import { SettingRow } from '../layout/setting-row.tsx';

/** A row with the way to the page that changes the password. */
export function PasswordRow() {
  const state = usePasswordState();
  return (
    <SettingRow hint={settingsText('passwordHint')} title={settingsText('password')}>
      <SettingLine
        action={
          <ChangeLink name={settingsText('changePassword')} state={FROM_ACCOUNT} to="/update-password">
            {settingsText('change')}
          </ChangeLink>
        }
      >
        {state !== null && <p>{state}</p>}
      </SettingLine>
    </SettingRow>
  );
}

/**
 * When the password was last changed, if that was in the time that the account's activity covers; otherwise whether there is one. Null
 * until this is known, and where it stays unknown: users whose account a provider created may have set a password later.
 */
function usePasswordState(): string | null {
  const user = useAuth((auth) => auth.user);
  const { data: events, failure } = useLoaded(useAuth((auth) => auth.sessions.activity));
  if (needsPassword(user)) return settingsText('noPassword');
  const changedAt = events?.find(({ kind }) => kind === 'password-changed')?.happenedAt;
  if (changedAt !== undefined) return settingsText('passwordChanged', { date: formatDate(changedAt) });
  const hasLoaded = events !== null || failure !== null;
  return hasLoaded && hasPassword(user) ? settingsText('passwordSet') : null;
}
