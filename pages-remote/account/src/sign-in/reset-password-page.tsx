import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { MailAgain } from '../mail/mail-again.tsx';
import { MailRequestForm } from '../mail/mail-request-form.tsx';
import { MailMark, MailSent, OtherAddress } from '../mail/mail-sent.tsx';
import { mailText } from '../mail/messages.ts';
import { readTypedAddress } from '../visitor/navigation-state.ts';
import { resetText } from './reset-password-messages.ts';

/** `/reset-password`: shows the same message and the same pause whether or not the email address has an account. */
export default function ResetPasswordPage() {
  const requestMail = useAuth((auth) => auth.resetPassword);
  const location = useLocation();
  const [address, setAddress] = useState(() => readTypedAddress(location.state));
  const [isSent, setIsSent] = useState(false);

  function showStep(sent: boolean): void {
    expectPageArrival();
    setIsSent(sent);
  }

  return (
    <div className="atrium-page atrium-page-form">
      {isSent && <MailMark />}
      <PageHeading title={isSent ? mailText('sentTitle') : resetText('title')} />
      <Card>
        {isSent ? (
          <div className="atrium-stack">
            <MailSent email={address} text={resetText('sent', { email: address })} />
            <MailAgain
              email={address}
              isWide
              justSent
              label={mailText('resend')}
              name={`${FORM}.mail`}
              requestMail={requestMail}
              sent={resetText('sent', { email: address })}
            />
          </div>
        ) : (
          <MailRequestForm
            initialAddress={address}
            name={FORM}
            onSent={(email) => {
              setAddress(email);
              showStep(true);
            }}
            requestMail={requestMail}
            submit={resetText('submit')}
          >
            <p className="atrium-lead">{resetText('introduction')}</p>
          </MailRequestForm>
        )}
      </Card>
      {isSent ? (
        <OtherAddress onPress={() => showStep(false)} />
      ) : (
        <p>
          <Link to="/login">{resetText('back')}</Link>
        </p>
      )}
    </div>
  );
}

/** The pause of this form is stored under this name. */
const FORM = 'reset-password';
