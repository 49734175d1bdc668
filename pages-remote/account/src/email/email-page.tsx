import { Link } from 'react-router-dom';
import { Card, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { ChangeEmailForm } from './change-email-form.tsx';
import { emailText } from './email-messages.ts';

/** `/account/email`: asks for another address. The service mails a link to it, and to the present one where both have to confirm. */
export default function EmailPage() {
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={emailText('title')} />
        <Card>
          <ChangeEmailForm />
        </Card>
        <p>
          <Link to="/account">{emailText('back')}</Link>
        </p>
      </div>
    </RequireAuth>
  );
}
