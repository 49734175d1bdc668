import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { AlertDialog, Dialog, IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Button, TextField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { useAction } from '../form/use-action.ts';
import { useForm } from '../form/use-form.ts';
import { SettingItem } from '../layout/setting-item.tsx';
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
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const name = passkey.name.trim() || passkeyText('unnamed');
  const close = () => setOpen(null);
  return (
    <SettingItem
      action={
        <Menu trigger={<IconButton icon={<Ellipsis size={16} />} label={passkeyText('actionsFor', { name })} tip={passkeyText('actions')} />}>
          <MenuItem icon={<Pencil size={16} />} onSelect={() => setOpen('rename')}>
            {passkeyText('rename')} <span className="atrium-visually-hidden">{name}</span>
          </MenuItem>
          <MenuItem icon={<Trash2 size={16} />} onSelect={() => setOpen('remove')}>
            {passkeyText('remove')} <span className="atrium-visually-hidden">{name}</span>
          </MenuItem>
        </Menu>
      }
      detail={historyOf(passkey)}
      icon={KeyRound}
      name={name}
    >
      <Dialog onClose={close} open={open === 'rename'} title={passkeyText('renameTitle', { name })}>
        <RenameForm
          id={passkey.id}
          name={passkey.name}
          onCancel={close}
          onRenamed={(renamed) => {
            close();
            onRenamed(renamed);
          }}
        />
      </Dialog>
      <Removal id={passkey.id} name={name} onCancel={close} onRemoved={onRemoved} open={open === 'remove'} />
    </SettingItem>
  );
}

/** The service's limit (supabase/auth, `internal/api/passkey_manage.go`), in bytes. */
const LONGEST_NAME = 120;

function checkName(name: string): string | null {
  if (name.trim() === '') return passkeyText('nameMissing');
  return new TextEncoder().encode(name.trim()).length > LONGEST_NAME ? passkeyText('nameTooLong') : null;
}

interface RenameFormProps {
  readonly id: string;
  readonly name: string;
  readonly onRenamed: (name: string) => void;
  readonly onCancel: () => void;
}

function RenameForm({ id, name: before, onRenamed, onCancel }: RenameFormProps) {
  const rename = useAuth((auth) => auth.passkeys.rename);
  const form = useForm({
    name: 'passkey-name',
    fields: [{ name: 'passkey', check: checkName }],
    hasDraft: false,
    explain: explainPasskeyFailure,
    async send(read) {
      const name = read('passkey').trim();
      await rename(id, name);
      showToast({ text: passkeyText('renamed', { name }) });
      onRenamed(name);
    },
  });
  return (
    <Form beside={<Button onClick={onCancel} tone="quiet">{passkeyText('cancel')}</Button>} form={form} submit={passkeyText('save')}>
      <TextField autoComplete="off" defaultValue={before} error={form.errors.get('passkey')} hint={passkeyText('nameHint')} label={passkeyText('name')} name="passkey" required />
    </Form>
  );
}

interface RemovalProps {
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
  readonly onRemoved: () => void;
  readonly onCancel: () => void;
}

function Removal({ id, name, open, onRemoved, onCancel }: RemovalProps) {
  const remove = useAuth((auth) => auth.passkeys.remove);
  const { busy, failure, run } = useAction();

  async function removePasskey(): Promise<void> {
    await remove(id);
    showToast({ text: passkeyText('removed', { name }) });
    onRemoved();
  }

  return (
    <AlertDialog
      busy={busy}
      cancel={passkeyText('keep')}
      confirm={passkeyText('confirmRemoval')}
      description={passkeyText('removalAdvice')}
      failure={
        failure && (
          <>
            {explainPasskeyFailure(failure)} <EnterCodeLink failure={failure} />
          </>
        )
      }
      onCancel={onCancel}
      onConfirm={() => run(removePasskey)}
      open={open}
      title={passkeyText('askRemoval', { name })}
    />
  );
}

function historyOf({ createdAt, lastUsedAt }: Passkey): string {
  const date = dateOf(createdAt);
  return lastUsedAt === null ? passkeyText('unused', { date }) : passkeyText('used', { date, used: dateOf(lastUsedAt) });
}

function dateOf(time: string): string {
  return new Date(time).toLocaleDateString(language(), { dateStyle: 'medium' });
}
