import { language } from '@atrium/page-kit/messages';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { AskingButton, Question, useQuestion } from './question.tsx';
import { securityText } from './security-messages.ts';

interface FactorItemProps {
  readonly factor: Factor;
  /** The person has no other. */
  readonly isLast: boolean;
  readonly onRemoved: () => void;
}

/** A second factor, and a way to remove it that asks first, in place. */
export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const { stage, ask, keep } = useQuestion();
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
        {stage !== 'asking' && (
          <AskingButton className="atrium-button-small" onClick={ask} takesFocus={stage === 'kept'}>
            {securityText('remove')} <span className="atrium-visually-hidden">{name}</span>
          </AskingButton>
        )}
      </div>
      {stage === 'asking' && <Removal factor={factor} isLast={isLast} onKeep={keep} onRemoved={onRemoved} />}
    </div>
  );
}

interface RemovalProps extends FactorItemProps {
  readonly onKeep: () => void;
}

function Removal({ factor, isLast, onKeep, onRemoved }: RemovalProps) {
  const unenroll = useAuth((auth) => auth.mfa.unenroll);
  const action = useAction();
  const name = factorName(factor);

  async function remove(): Promise<void> {
    await unenroll(factor.id);
    onRemoved();
  }

  return (
    <Question
      action={action}
      confirm={
        <>
          {securityText('confirmRemoval')} <span className="atrium-visually-hidden">{name}</span>
        </>
      }
      keep={securityText('keep')}
      onConfirm={remove}
      onKeep={onKeep}
      question={securityText(isLast ? 'askLastRemoval' : 'askRemoval', { name })}
    >
      <FactorFailureAlert failure={action.failure} />
    </Question>
  );
}

function kindOf({ type, phone, createdAt }: Factor): string {
  const date = new Date(createdAt).toLocaleDateString(language(), { dateStyle: 'medium' });
  return type === 'phone' ? securityText('phoneKind', { phone: phone ?? '', date }) : securityText('appKind', { date });
}
