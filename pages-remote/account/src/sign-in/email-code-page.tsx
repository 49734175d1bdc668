import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, Card, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { formText } from '../form/messages.ts';
import { EmailField, emailField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { MailAgain } from '../mail/mail-again.tsx';
import { MailRequestForm } from '../mail/mail-request-form.tsx';
import { MailSent, OtherAddress } from '../mail/mail-sent.tsx';
import { CODE_ERRORS, CodeField, codeField } from '../second-factor/code-field.tsx';
import { explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { readTypedAddress } from '../visitor/navigation-state.ts';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { SignedOutOnly } from '../visitor/signed-out-only.tsx';
import { needsPassword } from '../visitor/user-metadata.ts';
import { emailCodeText } from './email-code-messages.ts';

/** The form that asks for the mail, or the one for its code. */
type Step = { readonly kind: 'request'; readonly isBack: boolean } | { readonly kind: 'enter'; readonly sentTo: string | null };

/** `/login/code`: logs in with a mailed code. The mail can be requested on one device, and its code entered on another one. */
export default function EmailCodePage() {
  const location = useLocation();
  const next = readNextPath(location.search);
  const isNew = useAuth((auth) => needsPassword(auth.user));
  const requestLoginCode = useAuth((auth) => auth.requestLoginCode);
  const [address, setAddress] = useState(() => readTypedAddress(location.state));
  const [step, setStep] = useState<Step>({ kind: 'request', isBack: false });
  const requestMail = (email: string) => requestLoginCode(email, next);
  const askAgain = () => setStep({ kind: 'request', isBack: true });
  return (
    <SignedOutOnly next={isNew ? withNextPath('/update-password', next ?? HOME) : (next ?? HOME)}>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={emailCodeText('title')} />
        <Card>
          {step.kind === 'request' ? (
            <>
              <MailRequestForm
                initialAddress={address}
                name={FORM}
                onSent={(email) => {
                  setAddress(email);
                  setStep({ kind: 'enter', sentTo: email });
                }}
                requestMail={requestMail}
                submit={emailCodeText('submit')}
                takesFocus={step.isBack}
              >
                <p className="atrium-lead">{emailCodeText('introduction')}</p>
              </MailRequestForm>
              <Button onClick={() => setStep({ kind: 'enter', sentTo: null })}>{emailCodeText('haveCode')}</Button>
            </>
          ) : (
            <>
              {step.sentTo !== null && <MailSent email={step.sentTo} text={emailCodeText('sent', { email: step.sentTo })} />}
              <EnterCodeForm sentTo={step.sentTo} />
              {step.sentTo !== null && (
                <MailAgain isWide justSent email={step.sentTo} label={emailCodeText('again')} name={`${FORM}.mail`} requestMail={requestMail} sent={emailCodeText('sent', { email: step.sentTo })} />
              )}
              {step.sentTo === null && <Button onClick={askAgain}>{emailCodeText('submit')}</Button>}
            </>
          )}
        </Card>
        {step.kind === 'enter' && step.sentTo !== null ? (
          <OtherAddress onPress={askAgain} />
        ) : (
          <p>
            <Link to={withNextPath('/login', next)}>{emailCodeText('withPassword')}</Link>
          </p>
        )}
      </div>
    </SignedOutOnly>
  );
}

/** The pause of this form is stored under this name. */
const FORM = 'email-code';

/** Asks for the code, and for the address if the mail was requested elsewhere. */
function EnterCodeForm({ sentTo }: { readonly sentTo: string | null }) {
  const loginWithCode = useAuth((auth) => auth.loginWithCode);
  const form = useForm({
    name: 'enter-email-code',
    fields: sentTo === null ? [emailField, codeField] : [codeField],
    hasDraft: false,
    fieldOfCode: CODE_ERRORS,
    explain: explainFactorFailure,
    async send(read) {
      await loginWithCode({ email: sentTo ?? read('email').trim(), code: read('code') });
    },
  });
  return (
    <Form form={form} submit={formText('logIn')}>
      {sentTo === null && <EmailField autoFocus enterKeyHint="next" error={form.errors.get('email')} />}
      <CodeField canBeLonger error={form.errors.get('code')} hint={emailCodeText('hint')} takesFocus={sentTo !== null} />
    </Form>
  );
}
