import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Button, Card, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { auth as handle, useAuth } from 'auth/auth';
import { HOME, readNextPath, withNextPath } from '../next-path.ts';
import { CodeForm } from '../second-factor/code-form.tsx';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { factorText } from '../second-factor/factor-messages.ts';
import { factorName } from '../second-factor/factor-name.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { LeaveAccount } from './leave-account.tsx';
import { verifyText } from './verify-messages.ts';

/** `/login/verify`: the second step of a log-in. Goes on by itself once the session is of level `aal2`. */
export default function VerifyPage() {
  const next = readNextPath(useLocation().search);
  const isSignedIn = useAuth((auth) => auth.isAuthenticated);
  const isStarting = useAuth((auth) => auth.status === 'starting');
  const level = useAuth((auth) => auth.assurance.currentLevel);

  if (level === 'aal2') return <Navigate replace to={next ?? HOME} />;
  if (!isSignedIn && !(isStarting && handle.hasStoredSession())) return <Navigate replace to={withNextPath('/login', next)} />;
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={verifyText('title')} />
      <Card>{isSignedIn ? <SecondStep next={next ?? HOME} /> : <Skeleton />}</Card>
    </div>
  );
}

function SecondStep({ next }: { readonly next: string }) {
  const { factors, failure, reload } = useFactors();
  const owesCode = useAuth(({ assurance }) => assurance.currentLevel !== assurance.nextLevel);
  if (failure) {
    return (
      <>
        <FactorFailureAlert failure={failure} />
        <Button onClick={reload} tone="primary">
          {factorText('tryAgain')}
        </Button>
        <LeaveAccount label={verifyText('otherAccount')} />
      </>
    );
  }
  if (factors === null) return <Skeleton />;
  const [first] = factors;
  if (first) return <FactorChoice factors={factors} first={first} />;
  // What this session says of the factors is outdated where it differs; going on would lead back here.
  if (!owesCode) return <Navigate replace to={next} />;
  return (
    <>
      <p>{verifyText('removed')}</p>
      <LeaveAccount label={verifyText('logInAgain')} />
    </>
  );
}

function FactorChoice({ factors, first }: { readonly factors: readonly Factor[]; readonly first: Factor }) {
  const [chosen, setChosen] = useState<Factor | null>(null);
  const factor = chosen ?? first;
  const apps = factors.filter(({ type }) => type === 'totp');
  // The apps are one way in, and each phone another: it is sent a code.
  const ways = factors.filter(({ id, type }) => type === 'phone' || id === apps[0]?.id);
  return (
    <>
      {/* After the heading, which had the page announced: there is nothing else to do here. */}
      <CodeForm factor={factor} otherApps={apps.map(({ id }) => id).filter((id) => id !== factor.id)} takesFocus />
      {ways
        .filter(({ id, type }) => (type === 'totp' ? factor.type === 'phone' : id !== factor.id))
        .map((other) => (
          <Button
            key={other.id}
            onClick={() => {
              setChosen(other);
            }}
          >
            {verifyText('useOther', { name: other.type === 'totp' ? factorText('app') : factorName(other) })}
          </Button>
        ))}
      <LeaveAccount label={verifyText('otherAccount')} />
    </>
  );
}
