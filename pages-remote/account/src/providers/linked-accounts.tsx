import { Link2Off, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { PROVIDERS, type LinkedProvider, type Provider } from '@atrium/page-kit/contract/auth';
import { formatDate } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { ActionDialog } from '../form/action-dialog.tsx';
import { afterConfirmation, isConfirmed } from '../form/confirm-identity.ts';
import { useAction } from '../form/use-action.ts';
import { useLoaded } from '../form/use-loaded.ts';
import { ItemMenu, SettingItem, SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { LoadFailure } from '../second-factor/load-failure.tsx';
import { providerText } from './messages.ts';
import { explainProviderFailure } from './provider-failure.ts';

/** The row with the accounts of other providers that log the user in. Not there where the project allows no provider. */
export function LinkedAccounts() {
  const available = useAuth((auth) => auth.providers.available);
  // Stays: another tab cannot change what the project allows here.
  const [offered] = useState(available);
  return offered.length === 0 ? null : <LinkedAccountsRow offered={offered} />;
}

function LinkedAccountsRow({ offered }: { readonly offered: readonly Provider[] }) {
  const link = useAuth((auth) => auth.providers.link);
  const { data: linked, failure, reload, change } = useLoaded(useAuth((auth) => auth.providers.linked));
  const linking = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const notLinked = linked === null ? [] : offered.filter((name) => linked.every(({ provider }) => provider !== name));

  async function linkAccount(provider: Provider): Promise<void> {
    // The linked account logs in, so it could answer the question before the next dangerous action.
    if (await isConfirmed()) await link(provider, '/account/sign-in');
  }

  return (
    <SettingRow heading={heading} hint={providerText('advice')} title={providerText('title')}>
      <LoadFailure failure={failure} onRetry={reload} />
      {linking.failure && (
        <Alert>
          <p>{explainProviderFailure(linking.failure)}</p>
        </Alert>
      )}
      {linked === null && !failure && <Skeleton lines={2} />}
      {linked !== null && linked.length > 0 && (
        <SettingItems label={providerText('title')}>
          {linked.map((account) => (
            <LinkedAccount
              account={account}
              key={account.id}
              onUnlinked={() => {
                change((before) => before.filter(({ id }) => id !== account.id));
                // The button that the user pressed is gone.
                heading.current?.focus();
              }}
            />
          ))}
        </SettingItems>
      )}
      {notLinked.length > 0 && (
        <div className="atrium-row">
          {notLinked.map((name) => (
            <Button busy={linking.busy} className="atrium-button-small" key={name} onClick={() => linking.run(() => linkAccount(name))}>
              {providerText('link', { provider: PROVIDERS[name] })}
            </Button>
          ))}
        </div>
      )}
    </SettingRow>
  );
}

function LinkedAccount({ account: { id, name, email, createdAt }, onUnlinked }: { readonly account: LinkedProvider; readonly onUnlinked: () => void }) {
  const unlink = useAuth((auth) => auth.providers.unlink);
  const [asking, setAsking] = useState(false);
  const date = formatDate(createdAt);

  async function remove(): Promise<void> {
    await unlink(id);
    showToast({ text: providerText('unlinked', { provider: name }) });
    onUnlinked();
  }

  return (
    <SettingItem
      action={
        <ItemMenu actions={[{ icon: Link2Off, text: providerText('unlink'), run: () => afterConfirmation(() => setAsking(true)) }]} name={name} />
      }
      detail={email === null ? providerText('detailWithoutEmail', { date }) : providerText('detail', { email, date })}
      icon={UserRound}
      name={name}
    >
      <ActionDialog
        action={remove}
        confirm={providerText('unlink')}
        description={providerText('unlinkAdvice')}
        explain={explainProviderFailure}
        onClose={() => setAsking(false)}
        open={asking}
        title={providerText('askUnlinking', { provider: name })}
      />
    </SettingItem>
  );
}
