import { allowsEmail } from '@atrium/auth-core/allowed-methods';
import type { User } from '@atrium/page-kit/contract/auth';
import { Button, PasswordField } from '@atrium/page-kit/ui';
import { FingerprintPattern, Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { clientText } from './client-messages.ts';
import { CodeField, CodeSent, EndRow } from './code-step.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

/** The ways to log in or to confirm. Each call resolves once the user has proven who they are, apart from a second factor. */
export interface FirstStepCalls {
  readonly withPassword: (password: string) => Promise<unknown>;
  readonly withPasskey: () => Promise<unknown>;
  /** Mails a code. */
  readonly requestCode: () => Promise<unknown>;
  readonly withMailedCode: (code: string) => Promise<unknown>;
}

interface FirstStepProps {
  /** Whose account it is. */
  readonly user: User | null;
  readonly calls: FirstStepCalls;
  /** Whether to offer a passkey. */
  readonly hasPasskey: boolean;
  /** Text of the button below a password or a mailed code. */
  readonly submit: string;
  /** Stands between the password and the other ways. */
  readonly divider?: ReactNode;
  /** The button that leaves the dialog, shown at its end. */
  readonly exit: ReactNode;
  /** Why the user is asked. */
  readonly children: ReactNode;
}

/** Asks for what the account logs in with: the password if it has one, a passkey if there can be one, or a mailed code. */
export function FirstStep({ user, calls, hasPasskey, submit, divider, exit, children }: FirstStepProps) {
  const [isMailed, setMailed] = useState(false);
  const [password, setPassword] = useState('');
  // Of the last attempt, in whichever way.
  const [error, showError] = useState<string | null>(null);
  const form = useSubmit(() => calls.withPassword(password), showError);
  const passkey = useSubmit(calls.withPasskey, showError);
  const mail = useSubmit(async () => {
    await calls.requestCode();
    setMailed(true);
  }, showError);
  const email = allowsEmail() ? (user?.email ?? '') : '';
  const asksPassword = email !== '' && hasPassword(user);
  if (isMailed) return <MailStep exit={exit} calls={calls} email={email} submit={submit} />;
  const otherWays = (
    <>
      {hasPasskey && (
        <Button busy={passkey.isBusy} onClick={passkey.onSubmit} tone={asksPassword ? 'quiet' : 'primary'}>
          <FingerprintPattern aria-hidden="true" size={18} strokeWidth={1.75} />
          {clientText('confirm.passkey')}
        </Button>
      )}
      {email !== '' && (
        <Button busy={mail.isBusy} onClick={mail.onSubmit} tone={asksPassword || hasPasskey ? 'quiet' : 'primary'}>
          <Mail aria-hidden="true" size={18} strokeWidth={1.75} />
          {clientText('confirm.mail', { email })}
        </Button>
      )}
    </>
  );
  return (
    <>
      {children}
      <SubmitError error={error} isOld={form.isBusy || passkey.isBusy || mail.isBusy} />
      {asksPassword ? (
        <form className="atrium-stack" onSubmit={form.onSubmit}>
          {/* For password managers. */}
          <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
          <PasswordField
            label={clientText('again.password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
            }}
          />
          <EndRow busy={form.isBusy} submit={submit}>
            {divider}
            {otherWays}
            {exit}
          </EndRow>
        </form>
      ) : (
        <>
          {email === '' && !hasPasskey && <p>{clientText('confirm.logOut')}</p>}
          <div className="atrium-row">
            {otherWays}
            {exit}
          </div>
        </>
      )}
    </>
  );
}

/** Asks for the code of the mail. */
function MailStep({ calls, email, submit, exit }: Pick<FirstStepProps, 'calls' | 'submit' | 'exit'> & { readonly email: string }) {
  const [code, setCode] = useState('');
  const [error, showError] = useState<string | null>(null);
  const [codesSent, setCodesSent] = useState(1);
  const form = useSubmit(() => calls.withMailedCode(code), showError, { otp_expired: 'confirm.wrongMailCode' });
  const resend = useSubmit(async () => {
    await calls.requestCode();
    setCodesSent(codesSent + 1);
  }, showError);
  return (
    <form className="atrium-stack" onSubmit={form.onSubmit}>
      <p>{clientText('confirm.mailAdvice', { email })}</p>
      <SubmitError error={error} isOld={form.isBusy || resend.isBusy} />
      {error === null && <CodeSent count={codesSent} />}
      <CodeField value={code} onChange={setCode} />
      <EndRow busy={form.isBusy} submit={submit}>
        <Button busy={resend.isBusy} onClick={resend.onSubmit}>
          {clientText('again.newCode')}
        </Button>
        {exit}
      </EndRow>
    </form>
  );
}

/** Whether the account can have a password: not one that a provider or a mailed code created. */
function hasPassword(user: User | null): boolean {
  const isMailed = user?.identities?.some(({ provider }) => provider === 'email') ?? true;
  return isMailed && (user?.app_metadata.provider ?? 'email') === 'email' && user?.user_metadata['needs_password'] !== true;
}
