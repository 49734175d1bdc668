import { FingerprintPattern, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '@atrium/page-kit/contract/auth';
import { formatDate } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { useAuth } from 'auth/auth';
import { ActionDialog } from '../form/action-dialog.tsx';
import { afterConfirmation } from '../form/confirm-identity.ts';
import { dialogText } from '../form/dialog-messages.ts';
import { RenameDialog } from '../form/rename-dialog.tsx';
import { ItemMenu, SettingItem } from '../layout/setting-item.tsx';
import { EnterCodeLink } from '../second-factor/factor-failure.tsx';
import { passkeyText } from './messages.ts';
import { explainPasskeyFailure } from './passkey-failure.tsx';

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRenamed: (name: string) => void;
  readonly onRemoved: () => void;
}

/** A passkey of the list, with a menu in which it can be renamed, and removed after a confirmation. */
export function PasskeyItem({ passkey, onRenamed, onRemoved }: PasskeyItemProps) {
  const { rename, remove } = useAuth((auth) => auth.passkeys);
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const name = passkeyName(passkey);
  const close = () => setOpen(null);

  async function save(renamed: string): Promise<void> {
    await rename(passkey.id, renamed);
    showToast({ text: passkeyText('renamed', { name: renamed }) });
    close();
    onRenamed(renamed);
  }

  async function removePasskey(): Promise<void> {
    await remove(passkey.id);
    showToast({ text: passkeyText('removed', { name }) });
    onRemoved();
  }

  return (
    <SettingItem
      action={
        <ItemMenu
          actions={[
            { icon: Pencil, text: dialogText('rename'), run: () => setOpen('rename') },
            { icon: Trash2, text: passkeyText('remove'), run: () => afterConfirmation(() => setOpen('remove')) },
          ]}
          name={name}
        />
      }
      detail={historyOf(passkey)}
      icon={FingerprintPattern}
      name={name}
    >
      <RenameDialog
        explain={explainPasskeyFailure}
        hint={passkeyText('nameHint')}
        kind="passkey"
        name={givenName(passkey)}
        onClose={close}
        onSave={save}
        open={open === 'rename'}
        shownName={name}
      />
      <ActionDialog
        action={removePasskey}
        confirm={passkeyText('remove')}
        description={passkeyText('removalAdvice')}
        explain={(failure) => (
          <>
            {explainPasskeyFailure(failure)} <EnterCodeLink failure={failure} />
          </>
        )}
        onClose={close}
        open={open === 'remove'}
        title={passkeyText('askRemoval', { name })}
      />
    </SettingItem>
  );
}

/** The auth service's own name of a passkey on a device of an unknown model, which is English. */
const UNKNOWN_MODEL = 'Passkey';

/** The name of a passkey on screen. */
export function passkeyName(passkey: Pick<Passkey, 'name'>): string {
  return givenName(passkey) || passkeyText('unnamed');
}

/** Empty if the passkey has none. */
function givenName({ name }: Pick<Passkey, 'name'>): string {
  const given = name.trim();
  return given === UNKNOWN_MODEL ? '' : given;
}

function historyOf({ createdAt, lastUsedAt }: Passkey): string {
  const date = dateOf(createdAt);
  return lastUsedAt === null ? passkeyText('unused', { date }) : passkeyText('used', { date, used: dateOf(lastUsedAt) });
}

function dateOf(time: string): string {
  return formatDate(time);
}
