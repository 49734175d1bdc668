import type { ProofStep } from '@atrium/auth-core/identity';
import type { User } from '@atrium/page-kit/contract/auth';
import { Button } from '@atrium/page-kit/ui';
import { useCallback, useEffect, useState } from 'react';
import { useAuth, useAuthContext } from './auth-context.ts';
import { clientText } from './client-messages.ts';
import { CodeField, CodeStep, PasswordStep } from './log-in-steps.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

interface ConfirmIdentityProps {
  /** The user has confirmed it. Guards learn it from the new session. */
  readonly onConfirmed?: () => void;
  readonly onCancel: () => void;
}

/**
 * A dialog in which the signed-in user confirms that it is them: with the password, a passkey or a mailed code, and the code of their
 * second factor. Until that is complete, the session stays as it is.
 */
export function ConfirmIdentity({ onConfirmed, onCancel }: ConfirmIdentityProps) {
  const { identity } = useAuthContext().signIn;
  const [step, setStep] = useState<'first' | 'mail' | Exclude<ProofStep, 'proven'>>('first');
  // Stable: the code step sends a code for each new one.
  const startOver = useCallback(() => Promise.resolve(setStep('first')), []);
  useEffect(
    () => () => {
      // If this fails, the incomplete session has no rights that the open one lacks, and expires.
      identity.cancel().catch(() => undefined);
    },
    [identity],
  );

  async function prove(first: Promise<ProofStep>): Promise<void> {
    const next = await first;
    if (next === 'proven') onConfirmed?.();
    else setStep(next);
  }

  return (
    <SignInDialog heading={clientText('confirm.heading')} onCancel={onCancel}>
      {step === 'first' && <FirstStep onMail={() => setStep('mail')} prove={prove} />}
      {step === 'mail' && <MailStep prove={prove} />}
      {(step === 'code' || step === 'any-code') && (
        <CodeStep mfa={identity.mfa} onMissing={startOver} takesRecoveryCodes={step === 'any-code'} {...(onConfirmed && { onVerified: onConfirmed })} />
      )}
      <Button onClick={onCancel} tone="quiet">
        {clientText('confirm.cancel')}
      </Button>
    </SignInDialog>
  );
}

interface StepProps {
  readonly prove: (first: Promise<ProofStep>) => Promise<void>;
}

/** What the account logs in with: the password if it has one, a passkey if it has one, and a mailed code. */
function FirstStep({ prove, onMail }: StepProps & { readonly onMail: () => void }) {
  const { identity } = useAuthContext().signIn;
  const user = useAuth((auth) => auth.user);
  const hasPasskey = useHasPasskey();
  const passkey = useSubmit(() => prove(identity.withPasskey()));
  const mail = useSubmit(async () => {
    await identity.requestCode();
    onMail();
  });
  const email = user?.email ?? '';
  const asksPassword = email !== '' && hasPassword(user);
  const advice = <p>{clientText('confirm.advice')}</p>;
  return (
    <>
      {asksPassword ? (
        <PasswordStep email={email} logIn={(password) => prove(identity.withPassword(password))} submit={clientText('confirm.submit')}>
          {advice}
        </PasswordStep>
      ) : (
        advice
      )}
      <SubmitError submits={[passkey, mail]} />
      {hasPasskey && (
        <Button busy={passkey.isBusy} onClick={passkey.onSubmit} tone={asksPassword ? 'quiet' : 'primary'}>
          {clientText('confirm.passkey')}
        </Button>
      )}
      {email === '' ? (
        !hasPasskey && <p>{clientText('confirm.logOut')}</p>
      ) : (
        <Button busy={mail.isBusy} onClick={mail.onSubmit} tone={asksPassword || hasPasskey ? 'quiet' : 'primary'}>
          {clientText('confirm.mail', { email })}
        </Button>
      )}
    </>
  );
}

/** Asks for the code of the mail. */
function MailStep({ prove }: StepProps) {
  const { identity } = useAuthContext().signIn;
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const [code, setCode] = useState('');
  const form = useSubmit(() => prove(identity.withMailedCode(code)), { otp_expired: 'confirm.wrongMailCode' });
  const resend = useSubmit(() => identity.requestCode());
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      <p>{clientText('confirm.mailAdvice', { email })}</p>
      <SubmitError submits={[form, resend]} />
      <CodeField value={code} onChange={setCode} />
      <Button type="submit" tone="primary" busy={form.isBusy}>
        {clientText('confirm.submit')}
      </Button>
      <Button busy={resend.isBusy} onClick={resend.onSubmit}>
        {clientText('again.newCode')}
      </Button>
    </form>
  );
}

/** Whether the user can log in with a passkey here; false until that is known. */
function useHasPasskey(): boolean {
  const passkeys = useAuth((auth) => auth.passkeys);
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!passkeys.isAvailable()) return;
    passkeys.list().then(
      (found) => setHas(found.length > 0),
      // The other ways remain.
      () => undefined,
    );
  }, [passkeys]);
  return has;
}

/** Whether the account can have a password: not one that a provider or a mailed code created. */
function hasPassword(user: User | null): boolean {
  const isMailed = user?.identities?.some(({ provider }) => provider === 'email') ?? true;
  return isMailed && (user?.app_metadata.provider ?? 'email') === 'email' && user?.user_metadata['needs_password'] !== true;
}
