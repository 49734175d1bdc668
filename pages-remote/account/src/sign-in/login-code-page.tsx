import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Alert, Button, Card, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { auth as handle, useAuth } from 'auth/auth';
import { failureText } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { recoveryText } from '../recovery-codes/messages.ts';
import { RecoveryCodeForm } from '../recovery-codes/recovery-code-form.tsx';
import { CodeForm } from '../second-factor/code-form.tsx';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { factorText } from '../second-factor/messages.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { loginCodeText } from './login-code-messages.ts';

/** `/login/verify`: the second step of a log-in. Continues by itself once the session has level `aal2`. */
export default function LoginCodePage() {
  const next = readNextPath(useLocation().search);
  const isSignedIn = useAuth((auth) => auth.isAuthenticated);
  const isStarting = useAuth((auth) => auth.status === 'starting');
  const level = useAuth((auth) => auth.assurance.currentLevel);

  if (level === 'aal2') return <Navigate replace to={next ?? HOME} />;
  if (!isSignedIn && !(isStarting && handle.hasStoredSession())) return <Navigate replace to={withNextPath('/login', next)} />;
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={loginCodeText('title')} />
      <Card>{isSignedIn ? <SecondStep next={next ?? HOME} /> : <Skeleton />}</Card>
    </div>
  );
}

function SecondStep({ next }: { readonly next: string }) {
  const { factors, failure, reload } = useFactors();
  const needsCode = useAuth(({ assurance }) => assurance.currentLevel !== assurance.nextLevel);
  if (failure) {
    return (
      <>
        <FactorFailureAlert failure={failure} />
        <Button onClick={reload} tone="primary">
          {factorText('tryAgain')}
        </Button>
        <LogOutButton label={loginCodeText('otherAccount')} />
      </>
    );
  }
  if (factors === null) return <Skeleton />;
  const [first] = factors;
  if (first) return <FactorChoice factors={factors} first={first} />;
  // The list is empty, but the session's token still asks for a code. Continuing would lead back here.
  if (!needsCode) return <Navigate replace to={next} />;
  return (
    <>
      <p>{loginCodeText('removed')}</p>
      <LogOutButton label={loginCodeText('logInAgain')} />
    </>
  );
}

function FactorChoice({ factors, first }: { readonly factors: readonly Factor[]; readonly first: Factor }) {
  const [chosen, setChosen] = useState<Factor | 'recovery-code'>(first);
  const hasRecoveryCodes = useAuth(({ user }) => user?.factors?.some(({ factor_type: type }) => type === 'recovery_code') === true);
  const factor = chosen === 'recovery-code' ? null : chosen;
  const apps = factors.filter(({ type }) => type === 'totp');
  // All apps count as one choice, because any of their codes is accepted. Each phone is a choice of its own.
  const choices = factors.filter(({ id, type }) => type === 'phone' || id === apps[0]?.id);
  return (
    <>
      {/* The field takes the focus from the heading, whose focus announced the page: the code is all there is to enter. */}
      {factor ? <CodeForm factor={factor} otherApps={apps.map(({ id }) => id).filter((id) => id !== factor.id)} takesFocus /> : <RecoveryCodeForm />}
      {choices
        .filter(({ id, type }) => (type === 'totp' ? factor?.type !== 'totp' : id !== factor?.id))
        .map((other) => (
          <Button
            key={other.id}
            onClick={() => {
              setChosen(other);
            }}
          >
            {loginCodeText('useOther', { name: other.type === 'totp' ? factorText('app') : factorName(other) })}
          </Button>
        ))}
      {hasRecoveryCodes && factor !== null && <Button onClick={() => setChosen('recovery-code')}>{recoveryText('use')}</Button>}
      <LogOutButton label={loginCodeText('otherAccount')} />
    </>
  );
}

/** Logs out, for users who cannot continue with this account or want another one. The page then leads to the log-in. */
function LogOutButton({ label }: { readonly label: string }) {
  const logout = useAuth((auth) => auth.logout);
  const { busy, failure, run } = useAction();
  return (
    <>
      {failure && (
        <Alert>
          <p>{failureText(failure)}</p>
        </Alert>
      )}
      <Button busy={busy} onClick={() => run(() => logout())}>
        {label}
      </Button>
    </>
  );
}
