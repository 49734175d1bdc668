import { useState, useSyncExternalStore } from 'react';
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

/** Devices that can have the app themselves, and cannot scan their own screen. */
const APP_DEVICES = '(max-width: 40rem), (hover: none), (pointer: coarse)';

/** Passes the secret to an authenticator app as a QR code, as a link and as text, and asks for the first code, in numbered steps. */
export function AppEnrolment({ enrolment, name, isSpare, onVerified, onCancel }: AppEnrolmentProps) {
  const { factorId, qrCode, secret } = enrolment;
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const isAppDevice = useIsAppDevice();
  const isHere = isAppDevice && !isSpare;
  const [isQrCodeShown, showQrCode] = useState(false);
  return (
    <EnrolmentStep introduction={securityText('appIntroduction')} title={enrolmentTitle('addApp', name)}>
      <div className={classes['steps']}>
        <div className={classes['step']}>
          <h4>{securityText('getApp')}</h4>
          <p className="atrium-muted">{securityText('getAppAdvice')}</p>
        </div>
        <div className={classes['step']}>
          <h4>{securityText(isHere ? 'addToApp' : 'scan')}</h4>
          {isHere && (
            <a className="atrium-button atrium-button-quiet" href={authenticatorAddress(secret, email)}>
              {securityText('openApp')}
            </a>
          )}
          <div className={classes['scan']}>
            {!isHere && <QrCode qrCode={qrCode} />}
            <div>
              <p className="atrium-muted">{securityText(isHere ? 'copyAdvice' : 'secretAdvice')}</p>
              <Secret secret={secret} />
            </div>
            {isHere && (
              <>
                <Button aria-expanded={isQrCodeShown} className="atrium-button-small" onClick={() => showQrCode(!isQrCodeShown)}>
                  {securityText('showQrCode')}
                </Button>
                {isQrCodeShown && <QrCode qrCode={qrCode} />}
              </>
            )}
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

function QrCode({ qrCode }: { readonly qrCode: string }) {
  return <img alt={securityText('qrCode')} className={classes['qr']} height={176} src={qrCode} width={176} />;
}

function useIsAppDevice(): boolean {
  return useSyncExternalStore(onDeviceChange, () => matchMedia(APP_DEVICES).matches);
}

function onDeviceChange(listener: () => void): () => void {
  const devices = matchMedia(APP_DEVICES);
  devices.addEventListener('change', listener);
  return () => devices.removeEventListener('change', listener);
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
        {securityText(isCopied ? 'copied' : 'copy')}
      </Button>
      <span className="atrium-visually-hidden" role="status">
        {isCopied && securityText('copied')}
      </span>
    </div>
  );
}
