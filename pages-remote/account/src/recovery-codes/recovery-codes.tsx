import { LifeBuoy, RefreshCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RecoveryCodesStatus } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { ActionDialog } from '../form/action-dialog.tsx';
import { afterConfirmation, isConfirmed } from '../form/confirm-identity.ts';
import { useAction } from '../form/use-action.ts';
import { ItemMenu, SettingItem } from '../layout/setting-item.tsx';
import { EnterCodeLink } from '../second-factor/factor-failure.tsx';
import { recoveryText } from './messages.ts';
import { NewCodes } from './new-codes.tsx';
import { explainRecoveryFailure } from './recovery-failure.ts';

/** Number of unused codes from which on the user is asked to create new ones. */
const FEW = 3;

interface RecoveryCodesProps {
  readonly status: RecoveryCodesStatus;
  /** Codes were created or removed: the control that the user pressed is replaced. */
  readonly onChanged: () => void;
}

/** The item of the user's recovery codes among the second factors, where they create, replace and remove them. */
export function RecoveryCodes({ status, onChanged }: RecoveryCodesProps) {
  const { create, remove } = useAuth((auth) => auth.mfa.recoveryCodes);
  const creation = useAction();
  const [open, setOpen] = useState<'renew' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);

  async function createFirst(): Promise<void> {
    if (await isConfirmed()) await createCodes();
  }

  async function createCodes(): Promise<void> {
    setCodes(await create());
  }

  async function removeCodes(): Promise<void> {
    await remove();
    showToast({ text: recoveryText('removed') });
    onChanged();
  }

  return (
    <SettingItem
      action={
        status.total === 0 ? (
          <Button busy={creation.busy} className="atrium-button-small" onClick={() => creation.run(createFirst)}>
            {recoveryText('create')}
          </Button>
        ) : (
          <ItemMenu
            actions={[
              { icon: RefreshCw, text: recoveryText('renew'), run: () => afterConfirmation(() => setOpen('renew')) },
              { icon: Trash2, text: recoveryText('remove'), run: () => afterConfirmation(() => setOpen('remove')) },
            ]}
            name={recoveryText('name')}
          />
        )
      }
      detail={detailOf(status)}
      icon={LifeBuoy}
      name={recoveryText('name')}
    >
      {creation.failure && (
        <Alert>
          <p>{explain(creation.failure)}</p>
        </Alert>
      )}
      <ActionDialog
        action={createCodes}
        confirm={recoveryText('renew')}
        description={recoveryText('renewalAdvice')}
        explain={explain}
        onClose={close}
        open={open === 'renew'}
        title={recoveryText('askRenewal')}
        tone="primary"
      />
      <ActionDialog
        action={removeCodes}
        confirm={recoveryText('remove')}
        description={recoveryText('removalAdvice')}
        explain={explain}
        onClose={close}
        open={open === 'remove'}
        title={recoveryText('askRemoval')}
      />
      <NewCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          onChanged();
        }}
      />
    </SettingItem>
  );
}

function explain(failure: ActionFailure): ReactNode {
  return (
    <>
      {explainRecoveryFailure(failure)} <EnterCodeLink failure={failure} />
    </>
  );
}

function detailOf({ total, remaining }: RecoveryCodesStatus): string {
  if (total === 0) return recoveryText('missing');
  if (remaining === 0) return recoveryText('usedUp');
  return recoveryText(remaining <= FEW ? 'few' : 'left', { count: remaining, total });
}
