import { Ellipsis, MessageSquare, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { language } from '@atrium/page-kit/messages';
import { AlertDialog, IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { SettingItem } from '../layout/setting-item.tsx';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { securityText } from './messages.ts';

interface FactorItemProps {
  readonly factor: Factor;
  /** The user has no other factor. */
  readonly isLast: boolean;
  readonly onRemoved: () => void;
}

/** A second factor of the list, with a menu in which it can be removed after a confirmation. */
export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const unenroll = useAuth((auth) => auth.mfa.unenroll);
  const { busy, failure, run } = useAction();
  const [asking, setAsking] = useState(false);
  const name = factorName(factor);

  async function remove(): Promise<void> {
    await unenroll(factor.id);
    onRemoved();
  }

  return (
    <SettingItem
      action={
        <Menu trigger={<IconButton icon={<Ellipsis size={16} />} label={securityText('actionsFor', { name })} tip={securityText('actions')} />}>
          <MenuItem icon={<Trash2 size={16} />} onSelect={() => setAsking(true)}>
            {securityText('remove')} <span className="atrium-visually-hidden">{name}</span>
          </MenuItem>
        </Menu>
      }
      detail={kindOf(factor)}
      icon={factor.type === 'phone' ? MessageSquare : Smartphone}
      name={name}
    >
      <AlertDialog
        busy={busy}
        cancel={securityText('keep')}
        confirm={securityText('confirmRemoval')}
        description={securityText(isLast ? 'lastRemovalAdvice' : 'removalAdvice')}
        failure={
          failure && (
            <>
              {explainFactorFailure(failure)} <EnterCodeLink failure={failure} />
            </>
          )
        }
        onCancel={() => setAsking(false)}
        onConfirm={() => run(remove)}
        open={asking}
        title={securityText('askRemoval', { name })}
      />
    </SettingItem>
  );
}

function kindOf({ type, phone, createdAt }: Factor): string {
  const date = new Date(createdAt).toLocaleDateString(language(), { dateStyle: 'medium' });
  return type === 'phone' ? securityText('phoneKind', { phone: phone ?? '', date }) : securityText('appKind', { date });
}
