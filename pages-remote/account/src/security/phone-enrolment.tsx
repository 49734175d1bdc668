import { TextField } from '@atrium/page-kit/ui';
import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { PhoneCodeForm } from '../second-factor/phone-code-form.tsx';
import { CancelButton, EnrolmentStep, enrolmentTitle } from './enrolment-step.tsx';
import { securityText } from './messages.ts';

interface PhoneNumberStepProps {
  /** The name that the user typed for the new factor; empty when there is none. */
  readonly name: string;
  /** The number that the user typed before going back. */
  readonly initialNumber: string;
  /** Enrols the number (E.164). The step shows its rejection. */
  readonly onSend: (phone: string) => Promise<void>;
  /** Called when the project sends no codes by text message. */
  readonly onNotOffered: (reason: ActionFailure) => void;
  readonly onCancel: () => void;
}

const phoneField = {
  name: 'phone',
  inDraft: true,
  check(typed: string) {
    if (typed.trim() === '') return securityText('phoneMissing');
    return /^\+[1-9]\d{6,14}$/.test(readPhone(typed)) ? null : securityText('phoneIncomplete');
  },
} as const;

/** The first step of adding a phone: asks for its number. */
export function PhoneNumberStep({ name, initialNumber, onSend, onNotOffered, onCancel }: PhoneNumberStepProps) {
  const form = useForm({
    name: 'phone-number',
    fields: [phoneField],
    fieldOfCode: { validation_failed: 'phone', mfa_verified_factor_exists: 'phone' },
    explain: (failure) => (failure.code === 'validation_failed' ? securityText('phoneIncomplete') : explainFactorFailure(failure)),
    async send(read) {
      try {
        await onSend(readPhone(read('phone')));
      } catch (error) {
        const failure = readActionFailure(error);
        if (failure?.code !== 'mfa_phone_enroll_not_enabled') throw error;
        onNotOffered(failure);
      }
    },
  });
  return (
    <EnrolmentStep title={enrolmentTitle('addPhone', name)}>
      <Form beside={<CancelButton onCancel={onCancel} />} form={form} submit={securityText('sendCode')} wayOut={<EnterCodeLink failure={form.failure} />}>
        <TextField
          autoComplete="tel"
          defaultValue={initialNumber}
          enterKeyHint="send"
          error={form.errors.get('phone')}
          hint={securityText('phoneHint')}
          inputMode="tel"
          label={securityText('phoneNumber')}
          name="phone"
          required
          type="tel"
        />
      </Form>
    </EnrolmentStep>
  );
}

/** A number as users type it, in the form that the auth service accepts (E.164). */
function readPhone(typed: string): string {
  return typed.replace(/[\s()./-]/g, '').replace(/^00/, '+');
}

interface PhoneCodeStepProps {
  readonly enrolment: Extract<Enrolment, { type: 'phone' }>;
  /** The name that the user typed for the new factor; empty when there is none. */
  readonly name: string;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** The second step of adding a phone: sends the first code and asks for it. */
export function PhoneCodeStep({ enrolment, name, onVerified, onCancel }: PhoneCodeStepProps) {
  const { factorId, phone } = enrolment;
  return (
    <EnrolmentStep title={enrolmentTitle('addPhone', name)}>
      {/* The whole number, so that the user can spot a wrong digit. */}
      <PhoneCodeForm beside={<CancelButton onCancel={onCancel} />} factorId={factorId} onVerified={onVerified} phone={phone} takesFocus />
    </EnrolmentStep>
  );
}
