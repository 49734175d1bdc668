import { Alert, Button } from '@atrium/page-kit/ui';
import type { Challenge } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { CODE_ERRORS, codeField, readCode } from './code-check.ts';
import { CodeField } from './code-field.tsx';
import { factorFailureText } from './factor-failure-messages.ts';
import { explainFactorFailure } from './explain-factor-failure.ts';
import { factorText } from './factor-messages.ts';
import { forgetChallenge } from './kept-challenge.ts';
import { useSentCode } from './use-sent-code.ts';

interface PhoneCodeFormProps {
  readonly factorId: string;
  /** Which phone, in words for whoever looks at the screen. */
  readonly place: string;
  readonly onVerified?: () => void;
  readonly takesFocus?: boolean | undefined;
}

/** Sends a code to a phone at once, asks for it, and sends another one when that does not come. */
export function PhoneCodeForm({ factorId, place, ...rest }: PhoneCodeFormProps) {
  const { challenge, sending, failure, secondsLeft, send } = useSentCode(factorId);
  return (
    <div className="atrium-stack">
      {failure ? (
        <Alert>
          <p>{explainFactorFailure(failure)}</p>
        </Alert>
      ) : (
        <p role="status">{factorText(sending ? 'sending' : 'sent', { phone: place })}</p>
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
    </div>
  );
}

interface SentCodeFormProps extends Pick<PhoneCodeFormProps, 'onVerified' | 'takesFocus'> {
  readonly challenge: Challenge;
}

function SentCodeForm({ challenge, onVerified, takesFocus }: SentCodeFormProps) {
  const verify = useAuth((auth) => auth.mfa.verify);
  const form = useForm({
    name: 'phone-code',
    fields: [codeField],
    keepsTyping: false,
    fieldOfCode: CODE_ERRORS,
    // The service has one code for both kinds; nothing is shown on a screen here.
    explain: (failure) => (failure.code === 'mfa_verification_failed' ? factorFailureText('otp_expired') : explainFactorFailure(failure)),
    async send(read) {
      const { factorId, challengeId } = challenge;
      await verify({ factorId, challengeId, code: readCode(read('code')) });
      forgetChallenge();
      onVerified?.();
    },
  });
  return (
    <Form form={form} submit={factorText('verify')}>
      <CodeField error={form.errors.get('code')} takesFocus={takesFocus} />
    </Form>
  );
}
