import { useEffect, useRef, useState } from 'react';
import { language } from '@atrium/page-kit/messages';
import { Button } from '@atrium/page-kit/ui';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { securityText } from './security-messages.ts';

interface FactorItemProps {
  readonly factor: Factor;
  /** The person has no other. */
  readonly isLast: boolean;
  readonly onRemoved: () => void;
}

type Stage = 'idle' | 'asking' | 'kept';

/** A second factor, and a way to remove it that asks first, in place. */
export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const [stage, setStage] = useState<Stage>('idle');
  return (
    <div className="atrium-stack" role="listitem">
      <div className="atrium-row atrium-row-apart">
        <div>
          <p>
            <strong>{factorName(factor)}</strong>
          </p>
          <p className="atrium-muted atrium-small">{kindOf(factor)}</p>
        </div>
        {stage !== 'asking' && (
          <RemoveButton
            name={factorName(factor)}
            onClick={() => {
              setStage('asking');
            }}
            takesFocus={stage === 'kept'}
          />
        )}
      </div>
      {stage === 'asking' && (
        <Removal
          factor={factor}
          isLast={isLast}
          onKeep={() => {
            setStage('kept');
          }}
          onRemoved={onRemoved}
        />
      )}
    </div>
  );
}

interface RemoveButtonProps {
  readonly name: string;
  readonly onClick: () => void;
  readonly takesFocus: boolean;
}

function RemoveButton({ name, onClick, takesFocus }: RemoveButtonProps) {
  const button = useFocusOnArrival(takesFocus);
  return (
    <Button className="atrium-button-small" onClick={onClick} ref={button}>
      {securityText('remove')} <span className="atrium-visually-hidden">{name}</span>
    </Button>
  );
}

interface RemovalProps extends FactorItemProps {
  readonly onKeep: () => void;
}

function Removal({ factor, isLast, onKeep, onRemoved }: RemovalProps) {
  const unenroll = useAuth((auth) => auth.mfa.unenroll);
  const { busy, failure, run } = useAction();
  // The harmless answer, for people whose second press comes too soon.
  const keep = useFocusOnArrival(true);
  const name = factorName(factor);

  async function remove(): Promise<void> {
    await unenroll(factor.id);
    onRemoved();
  }

  return (
    <>
      <p role="status">{securityText(isLast ? 'askLastRemoval' : 'askRemoval', { name })}</p>
      <FactorFailureAlert failure={failure} />
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(remove)} tone="danger">
          {securityText('confirmRemoval')} <span className="atrium-visually-hidden">{name}</span>
        </Button>
        <Button onClick={onKeep} ref={keep} unavailable={busy}>
          {securityText('keep')}
        </Button>
      </div>
    </>
  );
}

function useFocusOnArrival(takesFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return button;
}

function kindOf({ type, phone, createdAt }: Factor): string {
  const date = new Date(createdAt).toLocaleDateString(language(), { dateStyle: 'medium' });
  return type === 'phone' ? securityText('phoneKind', { phone: phone ?? '', date }) : securityText('appKind', { date });
}
