import type { IdentityCalls, ProofStep } from '@atrium/auth-core/identity';
import { Button } from '@atrium/page-kit/ui';
import { useCallback, useEffect, useState } from 'react';
import { useAuth, useAuthContext, type ConfirmIdentityProps } from './auth-context.ts';
import { clientText } from './client-messages.ts';
import { CodeStep } from './code-step.tsx';
import { FirstStep, type FirstStepCalls } from './first-step.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

/**
 * A dialog in which the signed-in user confirms that it is them: with the password, a passkey or a mailed code, and the code of their
 * second factor. Until that is complete, the session stays as it is.
 */
export function ConfirmIdentity({ onConfirmed, onCancel, isLeftByButtonOnly = false }: ConfirmIdentityProps) {
  const { identity } = useAuthContext().signIn;
  const user = useAuth((auth) => auth.user);
  const hasPasskey = useHasPasskey(identity);
  const [step, setStep] = useState<'first' | 'code' | 'any-code'>('first');
  // Stable: the code step sends a code for each new one.
  const startOver = useCallback(() => Promise.resolve(setStep('first')), []);
  useEffect(
    () => () => {
      // If this fails, the incomplete session has no rights that the open one lacks, and expires.
      identity.cancel().catch(() => undefined);
    },
    [identity],
  );

  async function prove(first: Promise<ProofStep>): Promise<ProofStep> {
    const next = await first;
    if (next === 'proven') onConfirmed?.();
    else if (next !== 'cancelled') setStep(next);
    return next;
  }

  const calls: FirstStepCalls = {
    withPassword: (password) => prove(identity.withPassword(password)),
    withPasskey: () => prove(identity.withPasskey()),
    requestCode: () => identity.requestCode(),
    withMailedCode: (code) => prove(identity.withMailedCode(code)),
  };
  const account = user?.email || user?.phone || '';
  const cancel = <Button onClick={onCancel}>{clientText('confirm.cancel')}</Button>;
  return (
    <SignInDialog heading={clientText('confirm.heading')} {...(!isLeftByButtonOnly && { onCancel })}>
      {step === 'first' ? (
        <FirstStep exit={cancel} calls={calls} hasPasskey={hasPasskey} submit={clientText('confirm.submit')} user={user}>
          {account !== '' && <p className="atrium-muted">{clientText('confirm.advice', { account })}</p>}
        </FirstStep>
      ) : (
        <CodeStep exit={cancel} mfa={identity.mfa} onMissing={startOver} takesRecoveryCodes={step === 'any-code'} {...(onConfirmed && { onVerified: onConfirmed })} />
      )}
    </SignInDialog>
  );
}

/** Whether the user can log in with a passkey here; false until that is known. */
function useHasPasskey(identity: IdentityCalls): boolean {
  const passkeys = useAuth((auth) => auth.passkeys);
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!passkeys.isAvailable()) return;
    // After a failure, the other ways remain.
    identity.hasPasskey().then(setHas, () => undefined);
  }, [identity, passkeys]);
  return has;
}
