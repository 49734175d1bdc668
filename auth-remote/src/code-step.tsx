import type { Factor } from '@atrium/page-kit/contract/auth';
import { Button, TextField } from '@atrium/page-kit/ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { clientText } from './client-messages.ts';
import { CodeChallenge, type CodeCalls } from './code-challenge.ts';
import { SubmitError } from './submit-error.tsx';
import { explainFailure, useSubmit } from './use-submit.ts';

interface CodeStepProps {
  readonly mfa: CodeCalls;
  /** Called instead of an answer if the user no longer has a factor. */
  readonly onMissing: () => Promise<unknown>;
  readonly onVerified?: () => void;
  readonly takesRecoveryCodes: boolean;
  /** The button that leaves the dialog, shown at its end. */
  readonly exit: ReactNode;
}

/** Asks for a code of the second factor after the first step, or for a recovery code if the user has any. */
export function CodeStep({ mfa, onMissing, onVerified, takesRecoveryCodes, exit }: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [factor, setFactor] = useState<Factor | null>(null);
  const [codesSent, setCodesSent] = useState(0);
  const [error, showError] = useState<string | null>(null);
  // Kept while the user looks at the other form: services limit how often they send a code to a phone, and the first code stays valid.
  const challenge = useMemo(() => new CodeChallenge(mfa, onMissing, { onFactor: setFactor, onSent: () => setCodesSent((count) => count + 1) }), [mfa, onMissing]);
  useEffect(() => onceVisible(() => void challenge.begin().catch((failure: unknown) => showError(explainFailure(failure)))), [challenge]);
  const otherWay = takesRecoveryCodes && (
    <Button
      onClick={() => {
        setIsRecovery(!isRecovery);
        // An error about the refused code no longer applies; an error that no code was sent does.
        if (factor !== null && (factor.type !== 'phone' || codesSent > 0)) showError(null);
      }}
    >
      {clientText(isRecovery ? 'again.useFactor' : 'again.useRecoveryCode')}
    </Button>
  );
  const parts = { exit, otherWay, onVerified };
  return isRecovery
    ? <RecoveryCodeForm {...parts} mfa={mfa} />
    : <FactorCodeForm {...parts} challenge={challenge} codesSent={codesSent} error={error} factor={factor} showError={showError} />;
}

/** Runs the work when the user looks at this tab: each of several suspended tabs would otherwise send a code, and only the last one is right. */
function onceVisible(work: () => void): () => void {
  const end = new AbortController();
  const tryNow = () => {
    if (document.visibilityState !== 'visible' || end.signal.aborted) return;
    end.abort();
    work();
  };
  document.addEventListener('visibilitychange', tryNow, { signal: end.signal });
  tryNow();
  return () => end.abort();
}

interface CodeFormProps {
  readonly onVerified: (() => void) | undefined;
  /** The button that shows the other form; false without recovery codes. */
  readonly otherWay: ReactNode;
  readonly exit: ReactNode;
}

interface RecoveryCodeFormProps extends CodeFormProps {
  readonly mfa: CodeCalls;
}

function RecoveryCodeForm({ mfa, onVerified, otherWay, exit }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('');
  const [error, showError] = useState<string | null>(null);
  const form = useSubmit(async () => {
    await mfa.recoveryCodes.verify(code.trim());
    onVerified?.();
  }, showError, { mfa_verification_failed: 'again.wrongRecoveryCode', mfa_recovery_codes_locked: 'again.recoveryCodesLocked' });
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      <p>{clientText('again.recoveryAdvice')}</p>
      <SubmitError error={error} isOld={form.isBusy} />
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
      <EndRow busy={form.isBusy} submit={clientText('again.verify')}>
        {otherWay}
        {exit}
      </EndRow>
    </form>
  );
}

interface FactorCodeFormProps extends CodeFormProps {
  readonly challenge: CodeChallenge;
  /** The one that is challenged; null while it is not known. */
  readonly factor: Factor | null;
  /** How many codes were sent to the phone. */
  readonly codesSent: number;
  /** Why the last attempt failed, or why no code was sent; null if it did not fail. */
  readonly error: string | null;
  readonly showError: (error: string | null) => void;
}

function FactorCodeForm({ challenge, factor, codesSent, error, showError, onVerified, otherWay, exit }: FactorCodeFormProps) {
  const [code, setCode] = useState('');
  const form = useSubmit(async () => {
    if (await challenge.answer(code)) onVerified?.();
    else setCode('');
  }, showError);
  const resend = useSubmit(() => challenge.resend(), showError);
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      {factor?.type === 'totp' && <p>{clientText('again.codeAdvice')}</p>}
      {factor?.type === 'phone' && codesSent > 0 && <p role="status">{clientText('again.phoneAdvice', { phone: factor.phone ?? factor.friendlyName })}</p>}
      <SubmitError error={error} isOld={form.isBusy || resend.isBusy} />
      {error === null && <CodeSent count={codesSent} />}
      <CodeField value={code} onChange={setCode} />
      <EndRow busy={form.isBusy} submit={clientText('again.verify')}>
        {factor?.type === 'phone' && (
          <Button busy={resend.isBusy} onClick={resend.onSubmit}>
            {clientText('again.newCode')}
          </Button>
        )}
        {otherWay}
        {exit}
      </EndRow>
    </form>
  );
}

interface EndRowProps {
  /** Text of the button that submits the form. */
  readonly submit: string;
  readonly busy: boolean;
  /** The buttons for the other ways and for leaving the dialog, styled as links. */
  readonly children: ReactNode;
}

/** The end of a form: its one button, and below it what else the user can do. */
export function EndRow({ submit, busy, children }: EndRowProps) {
  return (
    <div className="atrium-row">
      <Button type="submit" tone="primary" busy={busy}>
        {submit}
      </Button>
      {children}
    </div>
  );
}

/** Announces each further code. The form's text mentions the first one. */
export function CodeSent({ count }: { readonly count: number }) {
  return count > 1 && <p key={count} role="status">{clientText('again.codeSent')}</p>;
}

/** The field of a code, which has the focus. */
export function CodeField({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  return (
    <TextField
      label={clientText('again.code')}
      autoComplete="one-time-code"
      dir="ltr"
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
