import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { CodeForm } from '../second-factor/code-form.tsx';
import { EnrolmentStep } from './enrolment-step.tsx';
import { Secret } from './secret.tsx';
import { securityText } from './security-messages.ts';

interface AppEnrolmentProps {
  readonly enrolment: Extract<Enrolment, { type: 'totp' }>;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** Hands the secret to an authenticator app, as an image and as text, and asks for the first code. */
export function AppEnrolment({ enrolment, onVerified, onCancel }: AppEnrolmentProps) {
  const { factorId, qrCode, secret } = enrolment;
  return (
    <EnrolmentStep onCancel={onCancel} title={securityText('appTitle')}>
      <p>{securityText('appAdvice')}</p>
      <QrCode src={qrCode} />
      <p className="atrium-small">{securityText('secretAdvice')}</p>
      <Secret secret={secret} />
      <CodeForm factor={{ id: factorId, type: 'totp', phone: null }} onVerified={onVerified} />
    </EnrolmentStep>
  );
}

/**
 * The image on white and with a margin, as cameras need it in dark mode too. Drawn, because a style sheet of this
 * module's own would cost every first screen the code that loads such.
 */
function QrCode({ src }: { readonly src: string }) {
  return (
    <svg height={216} role="presentation" viewBox="0 0 216 216" width={216}>
      <rect fill="#fff" height={216} rx={8} width={216} />
      <foreignObject height={192} width={192} x={12} y={12}>
        <img alt={securityText('qrCode')} height={192} src={src} width={192} />
      </foreignObject>
    </svg>
  );
}
