import { Button } from '@atrium/page-kit/ui';
import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useCopy } from '../form/use-copy.ts';
import { CodeForm } from '../second-factor/code-form.tsx';
import { CancelButton, EnrolmentStep, enrolmentTitle } from './enrolment-step.tsx';
import { securityText } from './messages.ts';
import classes from './security.module.css';

interface AppEnrolmentProps {
  readonly enrolment: Extract<Enrolment, { type: 'totp' }>;
  /** The name that the user typed for the new factor; empty when there is none. */
  readonly name: string;
  /** The user has an app already, so this one is on another device. */
  readonly isSpare: boolean;
  readonly onVerified: () => void;
  readonly onCancel: () => void;
}

/** Passes the secret to an authenticator app as a QR code, as a link and as text, and asks for the first code, in numbered steps. */
export function AppEnrolment({ enrolment, name, isSpare, onVerified, onCancel }: AppEnrolmentProps) {
  const { factorId, qrCode, secret } = enrolment;
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <EnrolmentStep introduction={securityText('appIntroduction')} title={enrolmentTitle('appTitle', name)}>
      <div className={classes['steps']}>
        <div className={classes['step']}>
          <h4>{securityText('getApp')}</h4>
          <p className="atrium-muted">{securityText('getAppAdvice')}</p>
        </div>
        <div className={classes['step']}>
          <h4>{securityText('scan')}</h4>
          {!isSpare && (
            <a className={`atrium-button atrium-button-quiet ${classes['open']}`} href={authenticatorAddress(secret, email)}>
              {securityText('openApp')}
            </a>
          )}
          <div className={classes['scan']}>
            <img alt={securityText('qrCode')} className={classes['qr']} height={176} src={qrCode} width={176} />
            <div>
              <p className="atrium-muted">{securityText('secretAdvice')}</p>
              <Secret secret={secret} />
            </div>
          </div>
        </div>
        <div className={classes['step']}>
          <h4>{securityText('enterCode')}</h4>
          <CodeForm beside={<CancelButton onCancel={onCancel} />} factor={{ id: factorId, type: 'totp', phone: null }} onVerified={onVerified} />
        </div>
      </div>
    </EnrolmentStep>
  );
}

/**
 * The URL that opens an authenticator app on the same device with the secret, like the QR code
 * (github.com/google/google-authenticator/wiki/Key-Uri-Format). It contains the secret: use it in a link, and never store it.
 */
function authenticatorAddress(secret: string, email: string): string {
  // Not URLSearchParams: it encodes a space as "+", which apps show as it is.
  const issuer = encodeURIComponent(securityText('issuer'));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeURIComponent(secret)}&issuer=${issuer}`;
}

/** The secret for typing into an app, and a button that copies it. */
function Secret({ secret }: { readonly secret: string }) {
  const { isCopied, copy } = useCopy(secret);
  return (
    <div className={classes['key']}>
      {/* The groups are only visual: selecting and screen readers still get one word. */}
      <code dir="ltr">
        {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
          <span className={classes['group']} key={index}>
            {group}
          </span>
        ))}
      </code>
      <Button className="atrium-button-small" onClick={() => void copy()}>
        {securityText('copy')}
      </Button>
      <span className="atrium-muted atrium-small" role="status">
        {isCopied && securityText('copied')}
      </span>
    </div>
  );
}
