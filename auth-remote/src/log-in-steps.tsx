import type { Factor } from '@atrium/page-kit/contract/auth';
import { Button, PasswordField, TextField } from '@atrium/page-kit/ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { clientText } from './client-messages.ts';
import { CodeChallenge, type CodeCalls } from './code-challenge.ts';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

interface PasswordStepProps {
  readonly email: string;
  readonly logIn: (password: string) => Promise<unknown>;
  /** Text of the button. */
  readonly submit: string;
  /** Why the password is asked for. */
  readonly children: ReactNode;
}

/** Asks for the password of a user. */
export function PasswordStep({ email, logIn, submit, children }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const form = useSubmit(() => logIn(password));
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      {children}
      <SubmitError submits={[form]} />
      {/* For password managers. */}
      <TextField label={clientText('again.email')} type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={clientText('again.password')}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      <Button type="submit" tone="primary" busy={form.isBusy}>
        {submit}
      </Button>
    </form>
  );
}

interface CodeStepProps {
  readonly mfa: CodeCalls;
  /** Called instead of an answer if the user has no factor any more. */
  readonly onMissing: () => Promise<unknown>;
  readonly onVerified?: () => void;
  readonly takesRecoveryCodes: boolean;
}

/** Asks for a code of the second factor after the first step, or for a recovery code if the user has any. */
export function CodeStep({ mfa, onMissing, onVerified, takesRecoveryCodes }: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [factor, setFactor] = useState<Factor | null>(null);
  // Not a new one after a look at the other form: services limit how often they send a code to a phone, and the first one is valid.
  const challenge = useMemo(() => new CodeChallenge(mfa, onMissing, setFactor), [mfa, onMissing]);
  useEffect(() => {
    // If this fails, submitting a code tries again and shows the error.
    challenge.begin().catch(() => undefined);
  }, [challenge]);
  return (
    <>
      {isRecovery ? <RecoveryCodeForm mfa={mfa} onVerified={onVerified} /> : <FactorCodeForm challenge={challenge} factor={factor} onVerified={onVerified} />}
      {takesRecoveryCodes && (
        <Button onClick={() => setIsRecovery(!isRecovery)} tone="quiet">
          {clientText(isRecovery ? 'again.useFactor' : 'again.useRecoveryCode')}
        </Button>
      )}
    </>
  );
}

interface RecoveryCodeFormProps {
  readonly mfa: CodeCalls;
  readonly onVerified: (() => void) | undefined;
}

function RecoveryCodeForm({ mfa, onVerified }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('');
  const form = useSubmit(async () => {
    await mfa.recoveryCodes.verify(code.trim());
    onVerified?.();
  }, { mfa_verification_failed: 'again.wrongRecoveryCode', mfa_recovery_codes_locked: 'again.recoveryCodesLocked' });
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      <p>{clientText('again.recoveryAdvice')}</p>
      <SubmitError submits={[form]} />
      <TextField
        label={clientText('again.recoveryCode')}
        autoCapitalize="none"
        autoComplete="off"
        autoFocus
        dir="ltr"
        required
        spellCheck={false}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
      />
      <Button type="submit" tone="primary" busy={form.isBusy}>
        {clientText('again.verify')}
      </Button>
    </form>
  );
}

interface FactorCodeFormProps {
  readonly challenge: CodeChallenge;
  /** The one that is challenged; null while it is not known. */
  readonly factor: Factor | null;
  readonly onVerified: (() => void) | undefined;
}

function FactorCodeForm({ challenge, factor, onVerified }: FactorCodeFormProps) {
  const [code, setCode] = useState('');
  const form = useSubmit(async () => {
    if (await challenge.answer(code)) onVerified?.();
  });
  const resend = useSubmit(() => challenge.resend());
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      {factor !== null && (
        <p>
          {factor.type === 'totp'
            ? clientText('again.codeAdvice')
            : clientText('again.phoneAdvice', { phone: factor.phone ?? factor.friendlyName })}
        </p>
      )}
      <SubmitError submits={[form, resend]} />
      <CodeField value={code} onChange={setCode} />
      <Button type="submit" tone="primary" busy={form.isBusy}>
        {clientText('again.verify')}
      </Button>
      {factor?.type === 'phone' && (
        <Button busy={resend.isBusy} onClick={resend.onSubmit}>
          {clientText('again.newCode')}
        </Button>
      )}
    </form>
  );
}

/** The field of a code, which has the focus. */
export function CodeField({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  return (
    <TextField
      label={clientText('again.code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoFocus
      required
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
