import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { HOME } from '../next-path.ts';
import { isFromAccount } from './from-account.ts';
import { PasswordForm } from './password-form.tsx';
import { updateText } from './update-password-messages.ts';
import { GoOnLink } from './go-on-link.tsx';

/**
 * `/update-password`: for people who came by a reset link, and for everybody who is signed in. Whoever has a second
 * factor is asked for its code before: the service changes their password only then.
 */
export default function UpdatePasswordPage() {
  const [saved, setSaved] = useState(false);
  const fromAccount = isFromAccount(useLocation().state);
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={updateText(saved ? 'savedTitle' : 'title')} />
        <Card>
          {saved ? (
            <Saved />
          ) : (
            <PasswordForm
              asksName
              onSaved={() => {
                expectPageArrival();
                setSaved(true);
              }}
            />
          )}
        </Card>
        {fromAccount && !saved && (
          <p>
            <Link to="/account">{updateText('account')}</Link>
          </p>
        )}
      </div>
    </RequireAuth>
  );
}

function Saved() {
  return (
    <>
      <p role="status">{updateText('savedAdvice')}</p>
      <div className="atrium-row">
        <GoOnLink otherwise={HOME} />
        <LinkButton to="/account" tone="quiet">
          {updateText('account')}
        </LinkButton>
      </div>
    </>
  );
}
