import { useEffect, useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { failureOf } from '../failure/action-failure.ts';
import { loginText } from './login-messages.ts';
import { MethodIcon } from './method-icon.tsx';

/** Where the project allows passkeys: a button that logs in with one, and passkeys among the suggestions of the email field. Elsewhere, the site's style sheet hides it. */
export function PasskeyLogin() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  async function explain(error: unknown): Promise<void> {
    const reason = failureOf(error);
    // Few visitors need these texts.
    const { explainPasskeyFailure } = await import(/* webpackChunkName: "passkey-failure" */ '../passkeys/passkey-failure.tsx');
    setFailure(explainPasskeyFailure(reason));
  }

  // The browser's dialog and a refused passkey end the suggestions, so they begin again after that.
  useEffect(() => {
    const { passkeys } = auth.getAuth();
    if (!passkeys.isAvailable()) return;
    const leaving = new AbortController();
    passkeys.autofill(leaving.signal).catch((error: unknown) => {
      setTries((before) => before + 1);
      return explain(error);
    });
    return () => leaving.abort();
  }, [tries]);

  async function logIn(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await auth.getAuth().passkeys.login();
    } catch (error) {
      setTries((before) => before + 1);
      await explain(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure !== null && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
      <Button busy={busy} className="atrium-button-wide" data-sign-in-method="passkey" onClick={() => void logIn()}>
        <MethodIcon method="passkey" />
        {loginText('withPasskey')}
      </Button>
    </>
  );
}
