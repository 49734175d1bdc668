import { Ellipsis, Link2Off, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PROVIDERS, type LinkedProvider } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { AlertDialog, IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { type ActionFailure, failureOf } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { SettingItem, SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { providerText } from './messages.ts';
import { explainProviderFailure } from './provider-failure.ts';

/** The row with the accounts of other providers that log the user in. Not there where the project allows no provider. */
export function LinkedAccounts() {
  const { available, linked: read, link } = useAuth((auth) => auth.providers);
  const [offered] = useState(available);
  const [linked, setLinked] = useState<readonly LinkedProvider[] | null>(null);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const linking = useAction();

  useEffect(() => {
    if (offered.length === 0) return;
    let isStale = false;
    read().then(
      (found) => {
        if (!isStale) setLinked(found);
      },
      (error: unknown) => {
        if (!isStale) setFailure(failureOf(error));
      },
    );
    return () => {
      isStale = true;
    };
  }, [attempt, offered, read]);

  if (offered.length === 0) return null;
  return (
    <SettingRow hint={providerText('advice')} title={providerText('title')}>
      <FailureAlert failure={failure ?? linking.failure} />
      {failure && (
        <div>
          <Button
            onClick={() => {
              setFailure(null);
              setAttempt((current) => current + 1);
            }}
          >
            {providerText('tryAgain')}
          </Button>
        </div>
      )}
      {linked === null && !failure && <Skeleton lines={2} />}
      {linked?.length === 0 && <p>{providerText('none')}</p>}
      {linked !== null && linked.length > 0 && (
        <SettingItems label={providerText('title')}>
          {linked.map((account) => (
            <LinkedAccount account={account} key={account.id} onUnlinked={() => setLinked(linked.filter(({ id }) => id !== account.id))} />
          ))}
        </SettingItems>
      )}
      {linked !== null && (
        <div className="atrium-row">
          {offered
            .filter((name) => linked.every(({ provider }) => provider !== name))
            .map((name) => (
              <Button busy={linking.busy} key={name} onClick={() => linking.run(() => link(name, '/account/sign-in'))}>
                {providerText('link', { provider: PROVIDERS[name] })}
              </Button>
            ))}
        </div>
      )}
    </SettingRow>
  );
}

function FailureAlert({ failure }: { readonly failure: ActionFailure | null }) {
  if (!failure) return null;
  return (
    <Alert>
      <p>{explainProviderFailure(failure)}</p>
    </Alert>
  );
}

function LinkedAccount({ account: { id, provider, email, createdAt }, onUnlinked }: { readonly account: LinkedProvider; readonly onUnlinked: () => void }) {
  const unlink = useAuth((auth) => auth.providers.unlink);
  const { busy, failure, run } = useAction();
  const [asking, setAsking] = useState(false);
  const name = PROVIDERS[provider];
  const date = new Date(createdAt).toLocaleDateString(language(), { dateStyle: 'medium' });

  async function remove(): Promise<void> {
    await unlink(id);
    showToast({ text: providerText('unlinked', { provider: name }) });
    onUnlinked();
  }

  return (
    <SettingItem
      action={
        <Menu trigger={<IconButton icon={<Ellipsis size={16} />} label={providerText('actionsFor', { provider: name })} tip={providerText('actions')} />}>
          <MenuItem icon={<Link2Off size={16} />} onSelect={() => setAsking(true)}>
            {providerText('unlink')} <span className="atrium-visually-hidden">{name}</span>
          </MenuItem>
        </Menu>
      }
      detail={email === null ? providerText('detailWithoutEmail', { date }) : providerText('detail', { email, date })}
      icon={UserRound}
      name={name}
    >
      <AlertDialog
        busy={busy}
        cancel={providerText('keep')}
        confirm={providerText('confirmUnlinking')}
        description={providerText('unlinkAdvice')}
        failure={failure && explainProviderFailure(failure)}
        onCancel={() => setAsking(false)}
        onConfirm={() => run(remove)}
        open={asking}
        title={providerText('askUnlinking', { provider: name })}
      />
    </SettingItem>
  );
}
