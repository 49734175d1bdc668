import { MessageSquare, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { ActionDialog } from '../form/action-dialog.tsx';
import { afterConfirmation } from '../form/confirm-identity.ts';
import { dialogText } from '../form/dialog-messages.ts';
import { RenameDialog } from '../form/rename-dialog.tsx';
import { ItemMenu, SettingItem } from '../layout/setting-item.tsx';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { securityText } from './messages.ts';

interface FactorItemProps {
  readonly factor: Factor;
  /** The user has no other factor. */
  readonly isLast: boolean;
  readonly onRenamed: (name: string) => void;
  readonly onRemoved: () => void;
}

/** A second factor of the list, with a menu in which it can be renamed, and removed after a confirmation. */
export function FactorItem({ factor, isLast, onRenamed, onRemoved }: FactorItemProps) {
  const { rename, unenroll } = useAuth((auth) => auth.mfa);
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const name = factorName(factor);
  const close = () => setOpen(null);

  async function save(renamed: string): Promise<void> {
    await rename(factor.id, renamed);
    showToast({ text: securityText('renamed', { name: renamed }) });
    close();
    onRenamed(renamed);
  }

  async function remove(): Promise<void> {
    await unenroll(factor.id);
    onRemoved();
  }

  return (
    <SettingItem
      action={
        <ItemMenu
          actions={[
            { icon: Pencil, text: dialogText('rename'), run: () => setOpen('rename') },
            { icon: Trash2, text: securityText('remove'), run: () => afterConfirmation(() => setOpen('remove')) },
          ]}
          name={name}
        />
      }
      detail={kindOf(factor)}
      icon={factor.type === 'phone' ? MessageSquare : Smartphone}
      name={name}
    >
      <RenameDialog
        explain={explainRenaming}
        hint={securityText('renameHint')}
        kind="factor"
        name={name}
        onClose={close}
        onSave={save}
        open={open === 'rename'}
        shownName={name}
      />
      <ActionDialog
        action={remove}
        confirm={securityText('remove')}
        description={securityText(isLast ? 'lastRemovalAdvice' : 'removalAdvice')}
        explain={(failure) => (
          <>
            {explainFactorFailure(failure)} <EnterCodeLink failure={failure} />
          </>
        )}
        onClose={close}
        open={open === 'remove'}
        title={securityText('askRemoval', { name })}
      />
    </SettingItem>
  );
}

function explainRenaming(failure: ActionFailure): string {
  return failure.code === 'mfa_factor_name_conflict' ? securityText('nameInUse') : explainFactorFailure(failure);
}

function kindOf({ type, phone, createdAt }: Factor): string {
  const date = formatDate(createdAt);
  return type === 'phone' ? securityText('phoneKind', { phone: phone ?? '', date }) : securityText('appKind', { date });
}
