import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert, Card, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { failureText } from '../failure/failure-text.ts';
import { useAction } from '../form/use-action.ts';
import steady from '../steady-page.module.css';
import { PasswordForm } from '../update-password/password-form.tsx';
import { AskingButton, Question, useQuestion } from './question.tsx';
import { SecondFactors } from './second-factors.tsx';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

/** `/account/security`: second factors, the password, and an end to all sessions. */
export default function SecurityPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <RequireAuth>
      <div className={`atrium-page atrium-page-narrow ${steady['steady'] ?? ''}`}>
        <PageHeading title={securityText('title')} />
        <Card>
          <SecondFactors isAdding={isAdding} onAdding={setIsAdding} />
        </Card>
        {/* Out of the way while a factor is added, but there: somebody may have typed a password. */}
        <div hidden={isAdding}>
          <div className="atrium-page">
            <Card>
              <NewPassword />
            </Card>
            <Card>
              <h2>{securityText('sessions')}</h2>
              <LogOutEverywhere />
            </Card>
            <p>
              <Link to="/account">{securityText('back')}</Link>
            </p>
          </div>
        </div>
      </div>
    </RequireAuth>
  );
}

function NewPassword() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [savedTimes, setSavedTimes] = useState(0);
  return (
    <>
      <h2 className={classes['heading']} ref={heading} tabIndex={-1}>
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
  const { stage, ask, keep } = useQuestion();
  const action = useAction();
  return (
    <>
      <p className="atrium-muted">{securityText('sessionsAdvice')}</p>
      {stage === 'asking' ? (
        <Question
          action={action}
          confirm={securityText('confirmLogOutEverywhere')}
          keep={securityText('stayLoggedIn')}
          onConfirm={() => logout({ everywhere: true })}
          onKeep={keep}
          question={securityText('askLogOutEverywhere')}
        >
          {action.failure && (
            <Alert>
              <p>{failureText(action.failure)}</p>
            </Alert>
          )}
        </Question>
      ) : (
        <div>
          <AskingButton onClick={ask} takesFocus={stage === 'kept'} tone="danger">
            {securityText('logOutEverywhere')}
          </AskingButton>
        </div>
      )}
    </>
  );
}
