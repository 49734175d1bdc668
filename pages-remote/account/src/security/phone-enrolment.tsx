import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { PhoneCodeForm } from '../second-factor/phone-code-form.tsx';
import { EnrolmentStep, enrolmentTitle } from './enrolment-step.tsx';

interface PhoneEnrolmentProps {
  readonly enrolment: Extract<Enrolment, { type: 'phone' }>;
  /** What the person calls it; empty where they gave no name. */
  readonly name: string;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** Sends the first code to a new phone, and asks for it. */
export function PhoneEnrolment({ enrolment, name, onVerified, onCancel }: PhoneEnrolmentProps) {
  const { factorId, phone } = enrolment;
  return (
    <EnrolmentStep onCancel={onCancel} title={enrolmentTitle('phoneTitle', name)}>
      {/* All of the number, which the person has just typed: a wrong digit is seen here. */}
      <PhoneCodeForm factorId={factorId} onVerified={onVerified} place={phone} takesFocus />
    </EnrolmentStep>
  );
}
