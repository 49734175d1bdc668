import { language } from '@atrium/page-kit/messages';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { ConfirmationTrigger, InlineConfirmation, useConfirmation } from './inline-confirmation.tsx';
import { securityText } from './messages.ts';

interface FactorItemProps {
  readonly factor: Factor;
  /** The user has no other factor. */
  readonly isLast: boolean;
  readonly onRemoved: () => void;
}

/** A second factor of the list, and a button that removes it after a confirmation in place. */
export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const { stage, open, decline } = useConfirmation();
  const name = factorName(factor);
  return (
    <div className="atrium-stack" role="listitem">
      <div className="atrium-row atrium-row-apart">
        <div>
          <p>
            <strong>{name}</strong>
          </p>
          <p className="atrium-muted atrium-small">{kindOf(factor)}</p>
        </div>
        {stage !== 'open' && (
          <ConfirmationTrigger className="atrium-button-small" onClick={open} takesFocus={stage === 'declined'}>
            {securityText('remove')} <span className="atrium-visually-hidden">{name}</span>
          </ConfirmationTrigger>
        )}
      </div>
      {stage === 'open' && <Removal factor={factor} isLast={isLast} onDecline={decline} onRemoved={onRemoved} />}
    </div>
  );
}

interface RemovalProps extends FactorItemProps {
  readonly onDecline: () => void;
}

function Removal({ factor, isLast, onDecline, onRemoved }: RemovalProps) {
  const unenroll = useAuth((auth) => auth.mfa.unenroll);
  const action = useAction();
  const name = factorName(factor);

  async function remove(): Promise<void> {
    await unenroll(factor.id);
    onRemoved();
  }

  return (
    <InlineConfirmation
      action={action}
      confirmLabel={
        <>
          {securityText('confirmRemoval')} <span className="atrium-visually-hidden">{name}</span>
        </>
      }
      declineLabel={securityText('keep')}
      onConfirm={remove}
      onDecline={onDecline}
      question={securityText(isLast ? 'askLastRemoval' : 'askRemoval', { name })}
    >
      <FactorFailureAlert failure={action.failure} />
    </InlineConfirmation>
  );
}

function kindOf({ type, phone, createdAt }: Factor): string {
  const date = new Date(createdAt).toLocaleDateString(language(), { dateStyle: 'medium' });
  return type === 'phone' ? securityText('phoneKind', { phone: phone ?? '', date }) : securityText('appKind', { date });
}
