import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import { formText } from '../form/messages.ts';
import { MailMark, MailSent, OtherAddress } from '../mail/mail-sent.tsx';
import { mailText } from '../mail/messages.ts';
import { ResendConfirmation } from '../mail/resend-confirmation.tsx';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { SignedOutOnly } from '../visitor/signed-out-only.tsx';
import { ProviderButtons, ProviderDivider } from './provider-buttons.tsx';
import { registerText } from './register-messages.ts';
import { RegisterForm } from './register-form.tsx';

/** `/register`. If the project confirms email addresses, instructions replace the form. */
export default function RegisterPage() {
  const next = readNextPath(useLocation().search);
  const [confirming, setConfirming] = useState<string | null>(null);

  function showStep(email: string | null): void {
    expectPageArrival();
    setConfirming(email);
  }

  return (
    <SignedOutOnly next={next ?? HOME}>
      <div className="atrium-page atrium-page-form">
        {confirming !== null && <MailMark />}
        <PageHeading title={confirming === null ? formText('createAccount') : mailText('sentTitle')} />
        <Card>
          {confirming !== null && <ConfirmationSent email={confirming} next={next} />}
          {/* Stays mounted, so that the user can try another email address without typing everything again. */}
          <div hidden={confirming !== null}>
            <p className="atrium-no-sign-up">{registerText('closed')}</p>
            <div className="atrium-stack atrium-sign-up">
              <div className="atrium-email">
                <RegisterForm onConfirmationSent={showStep} />
              </div>
              <ProviderDivider />
              <div className="atrium-ways">
                <ProviderButtons next={next} />
              </div>
            </div>
          </div>
        </Card>
        {confirming === null ? (
          <p>
            {registerText('haveAccount')} <Link to={withNextPath('/login', next)}>{formText('logIn')}</Link>
          </p>
        ) : (
          <OtherAddress onPress={() => showStep(null)} />
        )}
      </div>
    </SignedOutOnly>
  );
}

interface ConfirmationSentProps {
  readonly email: string;
  /** Path to continue to after the confirmation. */
  readonly next: string | null;
}

/** Tells the user to open the confirmation mail: the same for every email address, whether or not it has an account. */
function ConfirmationSent({ email, next }: ConfirmationSentProps) {
  return (
    <div className="atrium-stack">
      <MailSent email={email} text={registerText('sentTo', { email })} />
      <ResendConfirmation email={email} isWide justSent next={next} />
    </div>
  );
}
