import { type ReactNode, useId, useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import type { Enrolment, Factor, FactorType } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { factorName, newFactorName } from '../second-factor/factor-name.ts';
import { AppEnrolment } from './app-enrolment.tsx';
import { FactorNameField, type NameRefusal } from './factor-name-field.tsx';
import { PhoneEnrolment } from './phone-enrolment.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

interface AddFactorProps {
  /** What the person has already. */
  readonly factors: readonly Factor[];
  readonly onBegin: () => void;
  /** Hears whether one is being added, or about to be chosen. */
  readonly onAdding: (isAdding: boolean) => void;
  readonly onAdded: (name: string) => void;
  readonly onCancel: () => void;
}

type Step = { readonly at: 'choice' } | { readonly at: 'number' } | { readonly at: 'code'; readonly name: string; readonly enrolment: Enrolment };

const CHOICE: Step = { at: 'choice' };

/** Adds a second factor: which kind, and what to call it where there are others; then what it needs, then its first code. */
export function AddFactor({ factors, onBegin, onAdding, onAdded, onCancel }: AddFactorProps) {
  const enroll = useAuth((auth) => auth.mfa.enroll);
  const { busy, failure, run } = useAction();
  const [step, showStep] = useState<Step>(CHOICE);
  const [typedName, setTypedName] = useState('');
  const [refusal, setRefusal] = useState<NameRefusal | null>(null);
  const [number, setNumber] = useState('');
  const [noPhones, setNoPhones] = useState<ActionFailure | null>(null);

  function setStep(next: Step): void {
    showStep(next);
    onAdding(next.at !== 'choice');
  }

  function cancel(): void {
    setStep(CHOICE);
    onCancel();
  }

  function refuseName(): void {
    setStep(CHOICE);
    setRefusal({ text: securityText('nameTaken') });
  }

  /** Begins with a kind, unless the service would refuse the name. */
  function begin(start: () => void): void {
    onBegin();
    if (factors.some((factor) => factorName(factor) === typedName.trim())) refuseName();
    else start();
  }

  async function enrolAs(type: FactorType, phone: string): Promise<void> {
    const name = typedName.trim() || newFactorName(type, factors);
    try {
      const enrolment = await enroll(type === 'totp' ? { type, friendlyName: name } : { type, friendlyName: name, phone });
      setStep({ at: 'code', name, enrolment });
    } catch (error) {
      if (readActionFailure(error)?.code !== 'mfa_factor_name_conflict') throw error;
      refuseName();
    }
  }

  const name = typedName.trim();
  if (step.at === 'number') {
    return (
      <PhoneNumberForm
        name={name}
        initialNumber={number}
        onCancel={cancel}
        onNotOffered={(reason) => {
          setNoPhones(reason);
          cancel();
        }}
        onSend={(phone) => {
          setNumber(phone);
          return enrolAs('phone', phone);
        }}
      />
    );
  }
  if (step.at === 'code') {
    const { enrolment } = step;
    const verified = (): void => {
      setStep(CHOICE);
      setTypedName('');
      setNumber('');
      onAdded(step.name);
    };
    return enrolment.type === 'totp' ? (
      <AppEnrolment enrolment={enrolment} isSpare={factors.some(({ type }) => type === 'totp')} name={name} onCancel={cancel} onVerified={verified} />
    ) : (
      <PhoneEnrolment enrolment={enrolment} name={name} onCancel={cancel} onVerified={verified} />
    );
  }
  return (
    <>
      <FactorFailureAlert failure={failure ?? noPhones} />
      {factors.length === 0 && <p>{securityText('none')}</p>}
      {factors.length > 0 && <h3>{securityText('another')}</h3>}
      {/* Not before there is one: who has none yet has enough to read. */}
      {factors.length === 1 && <p>{securityText('spare')}</p>}
      {/* One factor alone has nothing to be told apart from. */}
      {(factors.length > 0 || typedName !== '' || refusal !== null) && (
        <FactorNameField
          name={typedName}
          onChange={(name) => {
            setTypedName(name);
            setRefusal(null);
          }}
          refusal={refusal}
        />
      )}
      <div className={classes['choices']}>
        <Choice hint={securityText(factors.length === 0 ? 'appChoice' : 'appSpare')}>
          {(described) => (
            <Button
              {...described}
              busy={busy}
              onClick={() => {
                begin(() => run(() => enrolAs('totp', '')));
              }}
              tone={factors.length === 0 ? 'primary' : 'quiet'}
            >
              {securityText('addApp')}
            </Button>
          )}
        </Choice>
        {noPhones === null && (
          <Choice hint={securityText('phoneChoice')}>
            {(described) => (
              <Button
                {...described}
                onClick={() => {
                  begin(() => setStep({ at: 'number' }));
                }}
                unavailable={busy}
              >
                {securityText('addPhone')}
              </Button>
            )}
          </Choice>
        )}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly hint: string;
  readonly children: (described: { readonly 'aria-describedby': string }) => ReactNode;
}

/** A button, and what it is about. */
function Choice({ hint, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classes['choice']}>
      {children({ 'aria-describedby': id })}
      <p className="atrium-hint" id={id}>
        {hint}
      </p>
    </div>
  );
}
