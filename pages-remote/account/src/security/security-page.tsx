import { useRef, useState } from 'react';
import { Alert, Button, Card, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { failureText } from '../failure/failure-text.ts';
import { useAction } from '../form/use-action.ts';
import classes from '../steady-page.module.css';
import { PasswordForm } from '../update-password/password-form.tsx';
import { SecondFactors } from './second-factors.tsx';
import { securityText } from './security-messages.ts';

/** `/account/security`: second factors, the password, and an end to all sessions. */
export default function SecurityPage() {
  return (
    <RequireAuth>
      <div className={`atrium-page atrium-page-narrow ${classes['steady']}`}>
        <PageHeading title={securityText('title')} />
        <Card>
          <SecondFactors />
        </Card>
        <Card>
          <NewPassword />
        </Card>
        <Card>
          <h2>{securityText('sessions')}</h2>
          <LogOutEverywhere />
        </Card>
      </div>
    </RequireAuth>
  );
}

function NewPassword() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [savedTimes, setSavedTimes] = useState(0);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {securityText('password')}
      </h2>
      {savedTimes > 0 && (
        <Alert tone="success">
          <p>{securityText('passwordSaved')}</p>
        </Alert>
      )}
      <PasswordForm
        // A saved password does not stay on screen.
        key={savedTimes}
        onSaved={() => {
          setSavedTimes(savedTimes + 1);
          heading.current?.focus();
        }}
      />
    </>
  );
}

function LogOutEverywhere() {
  const logout = useAuth((auth) => auth.logout);
  const { busy, failure, run } = useAction();
  return (
    <>
      <p className="atrium-muted">{securityText('sessionsAdvice')}</p>
      {failure && (
        <Alert>
          <p>{failureText(failure)}</p>
        </Alert>
      )}
      <div>
        <Button busy={busy} onClick={() => run(() => logout({ everywhere: true }))} tone="danger">
          {securityText('logOutEverywhere')}
        </Button>
      </div>
    </>
  );
}
