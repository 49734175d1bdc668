import type { ReactNode } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Challenge } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { CODE_ERRORS, CodeField, codeField } from './code-field.tsx';
import { explainFactorFailure } from './factor-failure.tsx';
import { factorFailureText, factorText } from './messages.ts';
import { deleteStoredChallenge, useSentCode } from './use-sent-code.ts';

interface PhoneCodeFormProps {
  readonly factorId: string;
  /** The phone as it is shown to the user. */
  readonly phone: string;
  readonly onVerified?: () => void;
  readonly takesFocus?: boolean | undefined;
  /** A button beside "Verify". */
  readonly beside?: ReactNode;
}

/** Sends a code to a phone immediately, asks for it, and can send another one. */
export function PhoneCodeForm({ factorId, phone, ...rest }: PhoneCodeFormProps) {
  const { challenge, sending, failure, secondsLeft, send } = useSentCode(factorId);
  return (
    <div className="atrium-stack">
      {failure ? (
        <Alert>
          <p>{explainFactorFailure(failure)}</p>
        </Alert>
      ) : (
        <p role="status">{factorText(sending ? 'sending' : 'sent', { phone })}</p>
      )}
      {challenge && <SentCodeForm challenge={challenge} {...rest} />}
      {(challenge !== null || failure !== null) && (
        <div className="atrium-row">
          <Button busy={sending} onClick={send} unavailable={secondsLeft > 0}>
            {factorText(challenge ? 'sendAnother' : 'send')}
          </Button>
          {secondsLeft > 0 && <span className="atrium-muted atrium-small">{factorText('anotherIn', { count: secondsLeft })}</span>}
        </div>
      )}
      {challenge === null && <div>{rest.beside}</div>}
    </div>
  );
}

interface SentCodeFormProps extends Pick<PhoneCodeFormProps, 'onVerified' | 'takesFocus' | 'beside'> {
  readonly challenge: Challenge;
}

function SentCodeForm({ challenge, onVerified, takesFocus, beside }: SentCodeFormProps) {
  const verify = useAuth((auth) => auth.mfa.verify);
  const form = useForm({
    name: 'phone-code',
    fields: [codeField],
    hasDraft: false,
    fieldOfCode: CODE_ERRORS,
    // The service uses one error code for apps and phones. Our text for it speaks of a code on a screen, so a phone needs another text.
    explain: (failure) => (failure.code === 'mfa_verification_failed' ? factorFailureText('otp_expired') : explainFactorFailure(failure)),
    async send(read) {
      const { factorId, challengeId } = challenge;
      await verify({ factorId, challengeId, code: read('code') });
      deleteStoredChallenge(factorId);
      onVerified?.();
    },
  });
  return (
    <Form beside={beside} form={form} submit={factorText('verify')}>
      <CodeField canBeLonger error={form.errors.get('code')} takesFocus={takesFocus} />
    </Form>
  );
}
