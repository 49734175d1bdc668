import { Link, useLocation } from 'react-router-dom';
import { Card, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { MailRequestForm } from '../mail/mail-request-form.tsx';
import { MailSent } from '../mail/mail-sent.tsx';
import { readTypedAddress } from '../visitor/navigation-state.ts';
import { resetText } from './reset-password-messages.ts';

/** `/reset-password`: shows the same message and the same pause whether or not the email address has an account. */
export default function ResetPasswordPage() {
  const resetPassword = useAuth((auth) => auth.resetPassword);
  const location = useLocation();
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={resetText('title')} />
      <Card>
        <MailRequestForm
          initialAddress={readTypedAddress(location.state)}
          name="reset-password"
          requestMail={resetPassword}
          sent={(email) => <MailSent advice={resetText('sentAdvice')} text={resetText('sent', { email })} />}
          submit={resetText('submit')}
        >
          <p className="atrium-lead">{resetText('introduction')}</p>
        </MailRequestForm>
      </Card>
      <p>
        <Link to="/login">{resetText('back')}</Link>
      </p>
    </div>
  );
}
