import { useState } from 'react';
import { PasswordRow } from '../layout/password-row.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { securityText } from './messages.ts';
import { SecondFactors } from './second-factors.tsx';

/** `/account/security`: the password, second factors, and logging out on all devices. While a factor is added, only that step is visible. */
export default function SecurityPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SettingsPage section="security" title={securityText('title')}>
      {!isAdding && <PasswordRow />}
      {!isAdding && <Passkeys />}
      <SecondFactors isAdding={isAdding} onAdding={setIsAdding} />
      {!isAdding && (
        <SettingRow hint={securityText('sessionsAdvice')} title={securityText('sessions')}>
          <LogOutEverywhere />
        </SettingRow>
      )}
    </SettingsPage>
  );
}
