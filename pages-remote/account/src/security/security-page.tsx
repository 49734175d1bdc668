import { useState } from 'react';
import { SettingsPage } from '../layout/settings-page.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Activity } from './activity.tsx';
import { Devices } from './devices.tsx';
import { securityText } from './messages.ts';
import { PasswordRow } from './password-row.tsx';
import { SecondFactors } from './second-factors.tsx';

/** `/account/security`: the password, passkeys, second factors, the devices where the user is logged in, and what happened to the account. While a factor is added, only that step is visible. */
export default function SecurityPage() {
  const [isAdding, setIsAdding] = useState(false);
  const [changes, setChanges] = useState(0);
  return (
    <SettingsPage section="security" title={securityText('title')}>
      {!isAdding && <PasswordRow />}
      {!isAdding && <Passkeys />}
      <SecondFactors isAdding={isAdding} onAdding={setIsAdding} onChanged={() => setChanges(changes + 1)} />
      {!isAdding && <Devices />}
      {!isAdding && <Activity version={String(changes)} />}
    </SettingsPage>
  );
}
