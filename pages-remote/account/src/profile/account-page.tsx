import { Link } from 'react-router-dom';
import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { CHANGE_MAIL } from '../email/change-mail.ts';
import { PendingChange } from '../email/pending-change.tsx';
import { formText } from '../form/form-messages.ts';
import { useAddressPause } from '../form/use-address-pause.ts';
import { FROM_ACCOUNT } from '../update-password/from-account.ts';
import { accountText } from './account-messages.ts';
import classes from './account-page.module.css';
import { PictureForm } from './picture-form.tsx';
import { ProfileForm } from './profile-form.tsx';

/** `/account`: who the site takes the person for, and how they log in. */
export default function AccountPage() {
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-narrow">
        <PageHeading title={accountText('title')} />
        <Card>
          <h2>{accountText('profile')}</h2>
          <PictureForm />
          <ProfileForm />
        </Card>
        <Card>
          <h2>{accountText('signIn')}</h2>
          <SignInFacts />
        </Card>
        <Card>
          <h2>{accountText('deleteAccount')}</h2>
          <p className="atrium-muted">{accountText('leavingAdvice')}</p>
          <div>
            <LinkButton to="/account/delete" tone="quiet">
              {accountText('deleteAccount')}
            </LinkButton>
          </div>
        </Card>
      </div>
    </RequireAuth>
  );
}

function SignInFacts() {
  const email = useAuth((auth) => auth.user?.email);
  const hasFactor = useAuth(({ assurance }) => assurance.nextLevel === 'aal2');
  const pause = useAddressPause(CHANGE_MAIL);
  return (
    <>
      <dl className={`atrium-facts ${classes['facts'] ?? ''}`}>
        <dt>{formText('email')}</dt>
        <dd>{email}</dd>
        <dt>{accountText('secondFactor')}</dt>
        <dd>
          {accountText(hasFactor ? 'factorOn' : 'factorOff')}{' '}
          {!hasFactor && <Link to="/account/security">{accountText('addFactor')}</Link>}
        </dd>
      </dl>
      <PendingChange pause={pause} />
      <div className="atrium-row">
        <LinkButton className="atrium-button-small" to="/account/security" tone="quiet">
          {accountText('security')}
        </LinkButton>
        <LinkButton className="atrium-button-small" to="/account/email" tone="quiet">
          {accountText('changeEmail')}
        </LinkButton>
        <LinkButton className="atrium-button-small" state={FROM_ACCOUNT} to="/update-password" tone="quiet">
          {accountText('newPassword')}
        </LinkButton>
      </div>
    </>
  );
}
