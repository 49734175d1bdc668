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
  const pending = useAuth((auth) => auth.user?.new_email) ?? '';
  const pause = useChangeMailPause();
  const change = (
    <ChangeLink name={emailText('title')} to="/account/email">
      {settingsText('change')}
    </ChangeLink>
  );
  return (
    <SettingRow hint={emailText('rowHint')} title={formText('email')}>
      {pending === '' ? <SettingLine action={change}>{email}</SettingLine> : <PendingChange action={change} email={pending} pause={pause} />}
    </SettingRow>
  );
}
