import { useAuth } from 'auth/auth';
import { formText } from '../form/messages.ts';
import { settingsText } from '../layout/messages.ts';
import { ChangeLink, SettingLine } from '../layout/setting-line.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { emailText } from './messages.ts';
import { PendingChange, useChangeMailPause } from './pending-change.tsx';

/** A row with the user's email address, a change of it that waits for its confirmation, and the way to the page that changes it. */
export function EmailRow() {
  const email = useAuth((auth) => auth.user?.email);
  const pause = useChangeMailPause();
  return (
    <SettingRow hint={emailText('rowHint')} title={formText('email')}>
      <SettingLine
        action={
          <ChangeLink name={emailText('title')} to="/account/email">
            {settingsText('change')}
          </ChangeLink>
        }
      >
        {email}
      </SettingLine>
      <PendingChange pause={pause} />
    </SettingRow>
  );
}
