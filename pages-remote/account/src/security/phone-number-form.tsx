import { TextField } from '@atrium/page-kit/ui';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { EnrolmentStep, enrolmentTitle } from './enrolment-step.tsx';
import { securityText } from './security-messages.ts';

interface PhoneNumberFormProps {
  /** What the person calls it; empty where they gave no name. */
  readonly name: string;
  /** What was typed before, where the person comes back. */
  readonly initialNumber: string;
  /** Enrols the number (E.164); what it is rejected with is shown here. */
  readonly onSend: (phone: string) => Promise<void>;
  /** The service has no codes by text message. */
  readonly onNotOffered: (reason: ActionFailure) => void;
  readonly onCancel: () => void;
}

const phoneField = {
  name: 'phone',
  isKept: true,
  check(typed: string) {
    if (typed.trim() === '') return securityText('phoneMissing');
    return /^\+[1-9]\d{6,14}$/.test(readPhone(typed)) ? null : securityText('phoneIncomplete');
  },
} as const;

/** Asks for the number of a phone. */
export function PhoneNumberForm({ name, initialNumber, onSend, onNotOffered, onCancel }: PhoneNumberFormProps) {
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
    <EnrolmentStep onCancel={onCancel} title={enrolmentTitle('phoneTitle', name)}>
      <Form form={form} submit={securityText('sendCode')} wayOut={<EnterCodeLink failure={form.failure} />}>
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

/** A number as people write it, in the form that the auth service takes (E.164). */
function readPhone(typed: string): string {
  return typed.replace(/[\s()./-]/g, '').replace(/^00/, '+');
}
