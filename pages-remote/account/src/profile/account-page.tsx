import { Link } from 'react-router-dom';
import { Slot } from '@atrium/page-kit/site';
import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { PendingChange, useChangeMailPause } from '../email/pending-change.tsx';
import { formText } from '../form/messages.ts';
import { PictureForm } from './picture-form.tsx';
import { FROM_ACCOUNT } from '../visitor/navigation-state.ts';
import classes from './account-page.module.css';
import { profileText } from './messages.ts';
import { ProfileForm } from './profile-form.tsx';

/** `/account`: the user's picture and name, how they log in, a link to delete the account, and other modules' sections. */
export default function AccountPage() {
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-narrow">
        <PageHeading title={profileText('title')} />
        <Card>
          <h2>{profileText('profile')}</h2>
          <PictureForm />
          <ProfileForm />
        </Card>
        <Card>
          <h2>{profileText('signIn')}</h2>
          <SignInFacts />
        </Card>
        <Card>
          <h2>{profileText('deleteAccount')}</h2>
          <p className="atrium-muted">{profileText('leavingAdvice')}</p>
          <div>
            <LinkButton to="/account/delete" tone="quiet">
              {profileText('deleteAccount')}
            </LinkButton>
          </div>
        </Card>
        <Sections />
      </div>
    </RequireAuth>
  );
}

/** What other modules add. At the end, because it appears later than the rest. */
function Sections() {
  const userId = useAuth((auth) => auth.user?.id);
  return userId === undefined ? null : <Slot name="account.sections" userId={userId} />;
}

function SignInFacts() {
  const email = useAuth((auth) => auth.user?.email);
  const hasFactor = useAuth(({ assurance }) => assurance.nextLevel === 'aal2');
  const pause = useChangeMailPause();
  return (
    <>
      <dl className={`atrium-facts ${classes['facts'] ?? ''}`}>
        <dt>{formText('email')}</dt>
        <dd>{email}</dd>
        <dt>{profileText('secondFactor')}</dt>
        <dd>
          {profileText(hasFactor ? 'factorOn' : 'factorOff')}{' '}
          {!hasFactor && <Link to="/account/security">{profileText('addFactor')}</Link>}
        </dd>
      </dl>
      <PendingChange pause={pause} />
      <div className="atrium-row">
        <LinkButton className="atrium-button-small" to="/account/security" tone="quiet">
          {profileText('security')}
        </LinkButton>
        <LinkButton className="atrium-button-small" to="/account/email" tone="quiet">
          {profileText('changeEmail')}
        </LinkButton>
        <LinkButton className="atrium-button-small" state={FROM_ACCOUNT} to="/update-password" tone="quiet">
          {profileText('newPassword')}
        </LinkButton>
      </div>
    </>
  );
}
