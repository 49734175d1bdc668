import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { isFromAccount } from '../visitor/navigation-state.ts';
import { HOME, readNextPath } from '../visitor/next-path.ts';
import { nameOf } from '../visitor/user-metadata.ts';
import { updateText } from './update-messages.ts';
import { PasswordForm } from './password-form.tsx';

/**
 * `/update-password`: for users who opened a reset link, and for every signed-in user. Users with a second factor enter
 * its code first, because the service requires it to change their password.
 */
export default function UpdatePasswordPage() {
  const [saved, setSaved] = useState(false);
  const fromAccount = isFromAccount(useLocation().state);
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-form">
        <Heading saved={saved} />
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

function Heading({ saved }: { readonly saved: boolean }) {
  const name = useAuth((auth) => nameOf(auth.user));
  // Users whom a mail brought here for the first time. They get their name before their password is saved.
  const [isNew] = useState(name === '');
  const title = isNew ? updateText(saved ? 'savedNewTitle' : 'newTitle') : updateText(saved ? 'savedTitle' : 'title');
  return <PageHeading title={title} />;
}

/** Links to the page that the user was on the way to, such as a board they were invited to, and to the account. */
function Saved() {
  const next = readNextPath(useLocation().search);
  return (
    <>
      <p role="status">{updateText('savedAdvice')}</p>
      <div className="atrium-row">
        <LinkButton to={next ?? HOME}>{updateText(next === null ? 'goOn' : 'goToNext')}</LinkButton>
        <LinkButton to="/account" tone="quiet">
          {updateText('account')}
        </LinkButton>
      </div>
    </>
  );
}
