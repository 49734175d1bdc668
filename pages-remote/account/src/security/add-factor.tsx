import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, TextField } from '@atrium/page-kit/ui';
import type { Enrolment, Factor, FactorType } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { afterConfirmation } from '../form/confirm-identity.ts';
import { useAction } from '../form/use-action.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { factorName, newFactorName } from '../second-factor/factor-name.ts';
import { AppEnrolment } from './app-enrolment.tsx';
import { securityText } from './messages.ts';
import { PhoneCodeStep, PhoneNumberStep } from './phone-enrolment.tsx';
import classes from './security.module.css';

interface AddFactorProps {
  /** The factors that the user has. */
  readonly factors: readonly Factor[];
  /** Called with true when a step opens, and with false when the choice of the kind is shown again. */
  readonly onAdding: (isAdding: boolean) => void;
  readonly onAdded: (factor: Factor) => void;
  readonly onCancel: () => void;
}

/** A refused name: a new object for each refusal, so that each moves the focus. */
interface NameRefusal {
  readonly text: string;
}

type Step = { readonly at: 'choice' } | { readonly at: 'number' } | { readonly at: 'code'; readonly name: string; readonly enrolment: Enrolment };

const CHOICE: Step = { at: 'choice' };

/** Adds a second factor: asks for its kind, and for a name when there are others; then for what the kind needs, and for its first code. */
export function AddFactor({ factors, onAdding, onAdded, onCancel }: AddFactorProps) {
  const enroll = useAuth((auth) => auth.mfa.enroll);
  const { busy, failure, run } = useAction();
  const [step, showStep] = useState<Step>(CHOICE);
  const [typedName, setTypedName] = useState('');
  const [refusal, setRefusal] = useState<NameRefusal | null>(null);
  const [number, setNumber] = useState('');
  const [isOpen, setIsOpen] = useState(false);
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

  /** Starts with a kind, unless the service would refuse the name. A stranger at an open session could otherwise lock the owner out. */
  function begin(start: () => void): void {
    if (factors.some((factor) => factorName(factor) === typedName.trim())) refuseName();
    else afterConfirmation(start);
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
      <PhoneNumberStep
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
      setIsOpen(false);
      const { factorId: id, type } = enrolment;
      onAdded({ id, type, friendlyName: step.name, status: 'verified', phone: type === 'phone' ? enrolment.phone : null, createdAt: new Date().toISOString() });
    };
    return enrolment.type === 'totp' ? (
      <AppEnrolment enrolment={enrolment} isSpare={factors.some(({ type }) => type === 'totp')} name={name} onCancel={cancel} onVerified={verified} />
    ) : (
      <PhoneCodeStep enrolment={enrolment} name={name} onCancel={cancel} onVerified={verified} />
    );
  }
  // Users with a factor seldom add one.
  if (factors.length > 0 && !isOpen) {
    return (
      <>
        {factors.length === 1 && <p className="atrium-muted">{securityText('spare')}</p>}
        <div>
          <Button className="atrium-button-small" onClick={() => setIsOpen(true)}>
            {securityText('another')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <FactorFailureAlert failure={failure ?? noPhones} />
      {factors.length === 0 && <p>{securityText('none')}</p>}
      {/* The first factor needs no name, because there is nothing to tell it apart from. */}
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
              className="atrium-button-small"
              onClick={() => {
                begin(() => run(() => enrolAs('totp', '')));
              }}
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
                className="atrium-button-small"
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

/** A button with its description. */
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

/** The maximum length of a name, which fits on one line of the list. */
const MAX_NAME_LENGTH = 40;

interface FactorNameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  /** Moves the focus to the field. */
  readonly refusal: NameRefusal | null;
}

/** The optional name of a new factor. */
function FactorNameField({ name, onChange, refusal }: FactorNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal) input.current?.focus();
  }, [refusal]);
  return (
    <TextField
      autoComplete="off"
      // It appears in place of the button that the user pressed.
      autoFocus
      error={refusal?.text}
      hint={securityText('nameHint')}
      label={securityText('name')}
      maxLength={MAX_NAME_LENGTH}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      ref={input}
      value={name}
    />
  );
}
