import { useRef, useState } from 'react';
import type { Passkey } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { isConfirmed } from '../form/confirm-identity.ts';
import { useAction } from '../form/use-action.ts';
import { useLoaded } from '../form/use-loaded.ts';
import { SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { LoadFailure } from '../second-factor/load-failure.tsx';
import { passkeyText } from './messages.ts';
import { explainPasskeyFailure } from './passkey-failure.tsx';
import { PasskeyItem, passkeyName } from './passkey-item.tsx';

/** The row of the security page with the user's passkeys, where they add, rename and remove them. */
export function Passkeys() {
  const { isAvailable, add } = useAuth((auth) => auth.passkeys);
  // Stays: another tab cannot change what the project allows here.
  const [isOffered] = useState(isAvailable);
  return isOffered ? <PasskeyRow add={add} /> : null;
}

function PasskeyRow({ add }: { readonly add: () => Promise<Passkey> }) {
  const { data: passkeys, failure, reload, change } = useLoaded(useAuth((auth) => auth.passkeys.list));
  const adding = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  async function create(): Promise<void> {
    // Otherwise, the new passkey could answer the question before the next dangerous action.
    if (!(await isConfirmed())) return;
    const passkey = await add();
    change((before) => [...before, passkey]);
    showToast({ text: passkeyText('added', { name: passkeyName(passkey) }) });
  }

  return (
    <SettingRow heading={heading} hint={passkeyText('advice')} title={passkeyText('title')}>
      <LoadFailure failure={failure} onRetry={reload} />
      {passkeys === null && !failure && <Skeleton lines={2} />}
      {passkeys !== null && passkeys.length > 0 && (
        <SettingItems label={passkeyText('title')}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              onRemoved={() => {
                change((before) => before.filter(({ id }) => id !== passkey.id));
                heading.current?.focus();
              }}
              onRenamed={(name) => change((before) => before.map((one) => (one.id === passkey.id ? { ...one, name } : one)))}
              passkey={passkey}
            />
          ))}
        </SettingItems>
      )}
      <FactorFailureAlert explain={explainPasskeyFailure} failure={adding.failure} />
      {passkeys !== null && (
        <div>
          <Button busy={adding.busy} className="atrium-button-small" onClick={() => adding.run(create)}>
            {passkeyText('add')}
          </Button>
        </div>
      )}
    </SettingRow>
  );
}
