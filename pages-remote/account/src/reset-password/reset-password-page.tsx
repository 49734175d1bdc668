import { Link, useLocation } from 'react-router-dom';
import { Card, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { MailRequestForm } from '../form/mail-request-form.tsx';
import { readTypedAddress } from '../typed-address.ts';
import { resetText } from './reset-password-messages.ts';

/** `/reset-password`: the same answer and the same pause whether the address is known or not. */
export default function ResetPasswordPage() {
  const resetPassword = useAuth((auth) => auth.resetPassword);
  const location = useLocation();
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={resetText('title')} />
      <Card>
        <MailRequestForm
          ask={resetPassword}
          initialAddress={readTypedAddress(location.state)}
          name="reset-password"
          sent={(email) => <Sent email={email} />}
          submit={resetText('submit')}
        >
          <p className="atrium-muted">{resetText('introduction')}</p>
        </MailRequestForm>
      </Card>
      <p>
        <Link to="/login">{resetText('back')}</Link>
      </p>
    </div>
  );
}

function Sent({ email }: { readonly email: string }) {
  return (
    <>
      <p>{resetText('sent', { email })}</p>
      <p>{resetText('sentAdvice')}</p>
    </>
  );
}
