import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { PhoneCodeForm } from '../second-factor/phone-code-form.tsx';
import { EnrolmentStep } from './enrolment-step.tsx';
import { securityText } from './security-messages.ts';

interface PhoneEnrolmentProps {
  readonly enrolment: Extract<Enrolment, { type: 'phone' }>;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** Sends the first code to a new phone, and asks for it. */
export function PhoneEnrolment({ enrolment, onVerified, onCancel }: PhoneEnrolmentProps) {
  const { factorId, phone } = enrolment;
  return (
    <EnrolmentStep onCancel={onCancel} title={securityText('phoneTitle')}>
      {/* All of the number, which the person has just typed: a wrong digit is seen here. */}
      <PhoneCodeForm factorId={factorId} onVerified={onVerified} place={phone} takesFocus />
    </EnrolmentStep>
  );
}
