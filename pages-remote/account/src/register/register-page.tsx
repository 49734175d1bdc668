import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import { formText } from '../form/form-messages.ts';
import { HOME, readNextPath, withNextPath } from '../next-path.ts';
import { SignedOutOnly } from '../signed-out-only.tsx';
import { ConfirmationSent } from './confirmation-sent.tsx';
import { RegisterForm } from './register-form.tsx';
import { registerText } from './register-messages.ts';

/** `/register`. Where addresses have to be confirmed, the form makes room for what to do next. */
export default function RegisterPage() {
  const next = readNextPath(useLocation().search);
  const [confirming, setConfirming] = useState<string | null>(null);

  function turnTo(email: string | null): void {
    expectPageArrival();
    setConfirming(email);
  }

  return (
    <SignedOutOnly next={next ?? HOME}>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={confirming === null ? formText('createAccount') : registerText('sentTitle')} />
        <Card>
          {confirming !== null && (
            <ConfirmationSent
              email={confirming}
              next={next}
              onOtherAddress={() => {
                turnTo(null);
              }}
            />
          )}
          {/* Stays, so that another address can be tried without typing everything again. */}
          <div hidden={confirming !== null}>
            <RegisterForm onConfirmationSent={turnTo} />
          </div>
        </Card>
        <p>
          {registerText('haveAccount')} <Link to={withNextPath('/login', next)}>{formText('logIn')}</Link>
        </p>
      </div>
    </SignedOutOnly>
  );
}
