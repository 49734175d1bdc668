import { ChevronRight, KeyRound, LifeBuoy, type LucideIcon, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
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
import { factorName, phoneHint } from '../second-factor/factor-name.ts';
import { factorText } from '../second-factor/messages.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { loginCodeText } from './login-code-messages.ts';
import classes from './login-code.module.css';

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
      {isSignedIn ? (
        <SecondStep next={next ?? HOME} />
      ) : (
        <Card>
          <Skeleton />
        </Card>
      )}
    </div>
  );
}

function SecondStep({ next }: { readonly next: string }) {
  const { factors, failure, reload } = useFactors();
  const needsCode = useAuth(({ assurance }) => assurance.currentLevel !== assurance.nextLevel);
  const [first] = factors ?? [];
  if (!failure && factors !== null && !first) {
    // The session's token may still ask for a code. Continuing would lead back here.
    return needsCode ? <Removed /> : <Navigate replace to={next} />;
  }
  return (
    <>
      <Card>
        {failure && (
          <>
            <FactorFailureAlert failure={failure} />
            <Button onClick={reload} tone="primary">
              {factorText('tryAgain')}
            </Button>
          </>
        )}
        {!failure && (factors !== null && first ? <FactorChoice factors={factors} first={first} /> : <Skeleton />)}
      </Card>
      <OtherAccount />
    </>
  );
}

function FactorChoice({ factors, first }: { readonly factors: readonly Factor[]; readonly first: Factor }) {
  const [chosen, setChosen] = useState<Factor | 'recovery-code'>(first);
  const hasRecoveryCodes = useAuth(({ user }) => user?.factors?.some(({ factor_type: type }) => type === 'recovery_code') === true);
  const headingId = useId();
  const factor = chosen === 'recovery-code' ? null : chosen;
  const apps = factors.filter(({ type }) => type === 'totp');
  // All apps count as one choice, because any of their codes is accepted. Each phone is a choice of its own.
  const others = factors.filter(({ id, type }) => (type === 'phone' ? id !== factor?.id : id === apps[0]?.id && factor?.type !== 'totp'));
  const offersRecoveryCode = hasRecoveryCodes && factor !== null;
  return (
    <>
      {/* The field takes the focus from the heading, whose focus announced the page: the code is all there is to enter. */}
      {factor ? <CodeForm factor={factor} otherApps={apps.map(({ id }) => id).filter((id) => id !== factor.id)} takesFocus /> : <RecoveryCodeForm />}
      {(others.length > 0 || offersRecoveryCode) && (
        <section aria-labelledby={headingId}>
          <h2 className="atrium-muted atrium-small" id={headingId}>
            {loginCodeText('otherWays')}
          </h2>
          {others.map((other) =>
            other.type === 'totp' ? (
              <OtherWay icon={KeyRound} key={other.id} label={loginCodeText('useApp')} onChoose={() => setChosen(other)} />
            ) : (
              <OtherWay icon={Smartphone} key={other.id} label={loginCodeText('textTo', { phone: phoneLabel(other, factors) })} onChoose={() => setChosen(other)} />
            ),
          )}
          {offersRecoveryCode && <OtherWay icon={LifeBuoy} label={recoveryText('use')} onChoose={() => setChosen('recovery-code')} />}
        </section>
      )}
    </>
  );
}

/** The end of a phone's number, and its name if another phone ends in the same way. */
function phoneLabel(phone: Factor, factors: readonly Factor[]): string {
  const hint = phoneHint(phone.phone);
  const isAlone = factors.every((other) => other.id === phone.id || other.type !== 'phone' || phoneHint(other.phone) !== hint);
  return isAlone ? hint : `${hint} (${factorName(phone)})`;
}

function OtherWay({ icon: Icon, label, onChoose }: { readonly icon: LucideIcon; readonly label: string; readonly onChoose: () => void }) {
  return (
    <button className={classes['way']} onClick={onChoose} type="button">
      <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
      {label}
      <ChevronRight aria-hidden="true" size={16} strokeWidth={1.75} />
    </button>
  );
}

/** The line below the card, for users who want another account. */
function OtherAccount() {
  const { busy, failure, logOut } = useLogOut();
  return (
    <>
      {failure}
      <p>
        <Button busy={busy} onClick={logOut}>
          {loginCodeText('otherAccount')}
        </Button>
      </p>
    </>
  );
}

/** For users without a second factor, who cannot continue with this session. */
function Removed() {
  const { busy, failure, logOut } = useLogOut();
  return (
    <Card>
      <p>{loginCodeText('removed')}</p>
      {failure}
      <Button busy={busy} onClick={logOut} tone="primary">
        {loginCodeText('logInAgain')}
      </Button>
    </Card>
  );
}

/** Logs out. The page then leads to the log-in. */
function useLogOut() {
  const logout = useAuth((auth) => auth.logout);
  const { busy, failure, run } = useAction();
  return {
    busy,
    failure: failure && (
      <Alert>
        <p>{failureText(failure)}</p>
      </Alert>
    ),
    logOut: () => run(() => logout()),
  };
}
