import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { CodeForm } from '../second-factor/code-form.tsx';
import { authenticatorAddress } from './authenticator-address.ts';
import { EnrolmentStep, enrolmentTitle } from './enrolment-step.tsx';
import { Secret } from './secret.tsx';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

interface AppEnrolmentProps {
  readonly enrolment: Extract<Enrolment, { type: 'totp' }>;
  /** What the person calls it; empty where they gave no name. */
  readonly name: string;
  /** There is an app already: this one is for another device. */
  readonly isSpare: boolean;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** Hands the secret to an authenticator app, as an image, as a link and as text, and asks for the first code. */
export function AppEnrolment({ enrolment, name, isSpare, onVerified, onCancel }: AppEnrolmentProps) {
  const { factorId, qrCode, secret } = enrolment;
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <EnrolmentStep onCancel={onCancel} title={enrolmentTitle('appTitle', name)}>
      {!isSpare && (
        <div className={classes['open']}>
          <p>{securityText('openAdvice')}</p>
          <a className="atrium-button atrium-button-primary" href={authenticatorAddress(secret, email)}>
            {securityText('openApp')}
          </a>
          <p>{securityText('scanAdvice')}</p>
        </div>
      )}
      <p className={isSpare ? '' : classes['elsewhere']}>{securityText('appAdvice')}</p>
      <div className={classes['enrolment']}>
        <div className="atrium-stack">
          <img alt={securityText('qrCode')} className={classes['qr']} height={240} src={qrCode} width={240} />
          <p className="atrium-small">{securityText('secretAdvice')}</p>
          <Secret secret={secret} />
        </div>
        <div>
          <CodeForm factor={{ id: factorId, type: 'totp', phone: null }} onVerified={onVerified} />
        </div>
      </div>
    </EnrolmentStep>
  );
}
