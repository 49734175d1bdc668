import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert, Card, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { failureText } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import steady from '../layout/steady-page.module.css';
import { PasswordForm } from '../new-password/password-form.tsx';
import { ConfirmationTrigger, InlineConfirmation, useConfirmation } from './inline-confirmation.tsx';
import { securityText } from './messages.ts';
import { SecondFactors } from './second-factors.tsx';
import classes from './security.module.css';

/** `/account/security`: second factors, the password, and logging out on all devices. */
export default function SecurityPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <RequireAuth>
      <div className={`atrium-page atrium-page-narrow ${steady['steady'] ?? ''}`}>
        <PageHeading title={securityText('title')} />
        <Card>
          <SecondFactors isAdding={isAdding} onAdding={setIsAdding} />
        </Card>
        {/* Hidden while a factor is added, but mounted, so that a typed password is not lost. */}
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
        // A new key clears the saved password from the field.
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
  const { stage, open, decline } = useConfirmation();
  const action = useAction();
  return (
    <>
      <p className="atrium-muted">{securityText('sessionsAdvice')}</p>
      {stage === 'open' ? (
        <InlineConfirmation
          action={action}
          confirmLabel={securityText('confirmLogOutEverywhere')}
          declineLabel={securityText('stayLoggedIn')}
          onConfirm={() => logout({ everywhere: true })}
          onDecline={decline}
          question={securityText('askLogOutEverywhere')}
        >
          {action.failure && (
            <Alert>
              <p>{failureText(action.failure)}</p>
            </Alert>
          )}
        </InlineConfirmation>
      ) : (
        <div>
          <ConfirmationTrigger onClick={open} takesFocus={stage === 'declined'} tone="danger">
            {securityText('logOutEverywhere')}
          </ConfirmationTrigger>
        </div>
      )}
    </>
  );
}
