import { useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import type { Enrolment } from '@atrium/page-kit/contract/auth';
import { CodeForm } from '../second-factor/code-form.tsx';
import { EnrolmentStep } from './enrolment-step.tsx';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

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
      <img alt={securityText('qrCode')} className={classes['qrCode']} height={192} src={qrCode} width={192} />
      <p className="atrium-small">{securityText('secretAdvice')}</p>
      <Secret secret={secret} />
      <CodeForm factor={{ id: factorId, type: 'totp', phone: null }} onVerified={onVerified} />
    </EnrolmentStep>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Forbidden by the browser: the secret is there to be selected.
      setCopied(false);
    }
  }

  return (
    <div className="atrium-row">
      {/* Grouped for the eye only: what is selected and copied is the secret as it is. */}
      <code className={classes['secret']}>
        {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </code>
      <Button className="atrium-button-small" onClick={() => void copy()}>
        {securityText('copy')}
      </Button>
      <span className="atrium-muted atrium-small" role="status">
        {copied && securityText('copied')}
      </span>
    </div>
  );
}
