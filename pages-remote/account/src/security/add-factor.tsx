import { useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import type { Enrolment, Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { newFactorName } from '../second-factor/factor-name.ts';
import { AppEnrolment } from './app-enrolment.tsx';
import { PhoneEnrolment } from './phone-enrolment.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';
import { securityText } from './security-messages.ts';

interface AddFactorProps {
  /** What the person has already. */
  readonly factors: readonly Factor[];
  readonly onBegin: () => void;
  readonly onAdded: (name: string) => void;
  readonly onCancel: () => void;
}

type Step = { readonly at: 'choice' } | { readonly at: 'number' } | { readonly at: 'code'; readonly name: string; readonly enrolment: Enrolment };

const CHOICE: Step = { at: 'choice' };

/** Adds a second factor: which kind, then what it needs, then its first code. */
export function AddFactor({ factors, onBegin, onAdded, onCancel }: AddFactorProps) {
  const enroll = useAuth((auth) => auth.mfa.enroll);
  const { busy, failure, run } = useAction();
  const [step, setStep] = useState<Step>(CHOICE);
  const [noPhones, setNoPhones] = useState<ActionFailure | null>(null);

  function cancel(): void {
    setStep(CHOICE);
    onCancel();
  }

  async function addApp(): Promise<void> {
    onBegin();
    const name = newFactorName('totp', factors);
    const enrolment = await enroll({ type: 'totp', friendlyName: name });
    setStep({ at: 'code', name, enrolment });
  }

  async function addPhone(phone: string): Promise<void> {
    const name = newFactorName('phone', factors);
    const enrolment = await enroll({ type: 'phone', friendlyName: name, phone });
    setStep({ at: 'code', name, enrolment });
  }

  if (step.at === 'number') {
    return (
      <PhoneNumberForm
        onCancel={cancel}
        onNotOffered={(reason) => {
          setNoPhones(reason);
          cancel();
        }}
        onSend={addPhone}
      />
    );
  }
  if (step.at === 'code') {
    const { enrolment, name } = step;
    const verified = (): void => {
      setStep(CHOICE);
      onAdded(name);
    };
    return enrolment.type === 'totp' ? (
      <AppEnrolment enrolment={enrolment} onCancel={cancel} onVerified={verified} />
    ) : (
      <PhoneEnrolment enrolment={enrolment} onCancel={cancel} onVerified={verified} />
    );
  }
  return (
    <>
      <FactorFailureAlert failure={failure ?? noPhones} />
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(addApp)} tone={factors.length === 0 ? 'primary' : 'quiet'}>
          {securityText('addApp')}
        </Button>
        {noPhones === null && (
          <Button
            onClick={() => {
              onBegin();
              setStep({ at: 'number' });
            }}
            unavailable={busy}
          >
            {securityText('addPhone')}
          </Button>
        )}
      </div>
    </>
  );
}
