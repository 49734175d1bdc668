import { ActionError } from '@atrium/auth-core/errors';
import type { AuthMfa, Challenge, Factor } from '@atrium/page-kit/contract/auth';
import { Alert, Button, PasswordField, TextField } from '@atrium/page-kit/ui';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { useAuth } from './auth-context.ts';
import { clientText } from './client-messages.ts';

interface LogInAgainProps {
  /** The email address of the user whose page is suspended. */
  readonly email: string;
}

/**
 * A dialog in front of a page whose session the service ended. It explains why, and logs the same user in again: with the
 * password, and a code if needed.
 */
export function LogInAgain({ email }: LogInAgainProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isAuthenticated = useAuth((auth) => auth.isAuthenticated);

  const show = () => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    // The browser would focus the first field, which is read-only.
    dialog.current.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  };
  // Before the first paint: the card has the styles of an open one.
  useLayoutEffect(() => {
    const shown = dialog.current;
    show();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="atrium-card"
      onCancel={(event) => {
        event.preventDefault();
      }}
      // Browsers close it on a second Escape anyway, and the page behind it needs a session.
      onClose={show}
    >
      <div className="atrium-stack">
        <h2 id={heading}>{clientText('again.heading')}</h2>
        {isAuthenticated ? <CodeStep /> : <PasswordStep email={email} />}
      </div>
    </dialog>
  );
}

/** Asks for the password of the user who was signed in. */
function PasswordStep({ email }: LogInAgainProps) {
  const login = useAuth((auth) => auth.login);
  const [password, setPassword] = useState('');
  const { isBusy, error, onSubmit } = useSubmit(() => login({ email, password }));
  return (
    <form className="atrium-stack" onSubmit={onSubmit}>
      <p>{clientText('again.revoked')}</p>
      <p>{clientText('again.advice', { email })}</p>
      {error !== null && <Alert>{error}</Alert>}
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
      <Button type="submit" tone="primary" busy={isBusy}>
        {clientText('again.logIn')}
      </Button>
      <Link to="/login">{clientText('again.otherAccount')}</Link>
    </form>
  );
}

/** Asks for a code of the second factor after the password. */
function CodeStep() {
  const mfa = useAuth((auth) => auth.mfa);
  const [code, setCode] = useState('');
  const [factor, setFactor] = useState<Factor | null>(null);
  const challenge = useMemo(() => new CodeChallenge(mfa, setFactor), [mfa]);
  useEffect(() => {
    // If this fails, submitting a code tries again and shows the error.
    challenge.begin().catch(() => undefined);
  }, [challenge]);
  const { isBusy, error, onSubmit } = useSubmit(() => challenge.answer(code));
  const resend = useSubmit(() => challenge.resend());
  const shownError = error ?? resend.error;
  return (
    <form className="atrium-stack" onSubmit={onSubmit}>
      {factor !== null && (
        <p>
          {factor.type === 'totp'
            ? clientText('again.codeAdvice')
            : clientText('again.phoneAdvice', { phone: factor.phone ?? factor.friendlyName })}
        </p>
      )}
      {shownError !== null && <Alert>{shownError}</Alert>}
      <TextField
        label={clientText('again.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        required
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
      />
      <Button type="submit" tone="primary" busy={isBusy}>
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

/** Challenges one of the user's factors, and verifies the code. */
class CodeChallenge {
  readonly #mfa: AuthMfa;
  readonly #onFactor: (factor: Factor | null) => void;
  #factor: Factor | null = null;
  #otherApps: readonly Factor[] = [];
  #pending: Challenge | null = null;

  /** @param onFactor receives the factor that is challenged */
  constructor(mfa: AuthMfa, onFactor: (factor: Factor | null) => void) {
    this.#mfa = mfa;
    this.#onFactor = onFactor;
  }

  /** Sends the code to a phone. An app's challenge is requested with the answer, so that it cannot expire before. */
  async begin(): Promise<void> {
    await this.#chooseFactor();
    if (this.#factor?.type === 'phone') this.#pending ??= await this.#request();
  }

  /** Sends another code to a phone. */
  async resend(): Promise<void> {
    this.#pending = await this.#request();
  }

  async answer(code: string): Promise<void> {
    const challenge = this.#pending ?? (await this.#request());
    this.#pending = this.#factor?.type === 'phone' ? challenge : null;
    // Without a factor there is nothing to answer, and the guard has to learn the level.
    if (challenge === null) await this.#mfa.assuranceLevel();
    else await verifyWithAnyApp(this.#mfa, challenge, code, this.#otherApps);
  }

  async #chooseFactor(): Promise<void> {
    if (this.#factor === null) {
      const [first, ...others] = byPreference(await this.#mfa.factors());
      this.#factor = first ?? null;
      this.#otherApps = first?.type === 'totp' ? others.filter(({ type }) => type === 'totp') : [];
    }
    this.#onFactor(this.#factor);
  }

  async #request(): Promise<Challenge | null> {
    await this.#chooseFactor();
    return this.#factor === null ? null : this.#mfa.challenge(this.#factor.id);
  }
}

/** Verified factors, authenticator apps before phones: an app needs no message, which could be late. */
function byPreference(factors: readonly Factor[]): Factor[] {
  const verified = factors.filter(({ status }) => status === 'verified');
  const isApp = ({ type }: Factor) => type === 'totp';
  return [...verified.filter(isApp), ...verified.filter((factor) => !isApp(factor))];
}

/** Verifies a code. If it is wrong, tries it with the user's other apps: their codes look the same. */
async function verifyWithAnyApp(mfa: AuthMfa, { factorId, challengeId }: Challenge, code: string, [next, ...rest]: readonly Factor[]): Promise<void> {
  try {
    await mfa.verify({ factorId, challengeId, code });
  } catch (error) {
    if (!next || !(error instanceof ActionError) || error.code !== 'mfa_verification_failed') throw error;
    await verifyWithAnyApp(mfa, await mfa.challenge(next.id), code, rest);
  }
}

/** Runs the work of a form, once at a time. The error is null from the start of a run. */
function useSubmit(work: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(explainFailure(failure));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}

/**
 * Error codes of the auth service (supabase/auth, internal/api/apierrors), and our own, that a log-in can fail with. The
 * service reports an answered challenge as a mismatch of IP addresses.
 */
const MESSAGES = {
  invalid_credentials: 'again.wrongPassword',
  user_banned: 'again.banned',
  network: 'again.network',
  timeout: 'again.timeout',
  mfa_verification_failed: 'again.wrongCode',
  // If Twilio Verify checks the codes.
  otp_expired: 'again.wrongCode',
  mfa_challenge_expired: 'again.challengeExpired',
  mfa_ip_address_mismatch: 'again.challengeUsed',
  mfa_factor_not_found: 'again.factorGone',
  mfa_phone_verify_not_enabled: 'again.phoneNotEnabled',
  mfa_totp_verify_not_enabled: 'again.totpNotEnabled',
} as const;

const MESSAGE_BY_CODE = new Map(Object.entries(MESSAGES));

/** The text for a failed log-in. The service's own message is for developers: it stays in the state and the log. */
function explainFailure(failure: unknown): string {
  if (!(failure instanceof ActionError)) return clientText('again.failed');
  const { code, status, retryAfterSeconds } = failure;
  if (status === 429) {
    return retryAfterSeconds === null
      ? clientText('again.tooManyTries')
      : clientText('again.tooManyTriesFor', { count: retryAfterSeconds });
  }
  return clientText(MESSAGE_BY_CODE.get(code) ?? 'again.failed');
}
