import { type ComponentProps, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Alert, Card, LinkButton, PageHeading, PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { formText } from '../form/messages.ts';
import { EmailField, emailField, passwordField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import type { ResendConfirmation } from '../mail/resend-confirmation.tsx';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { SignedOutOnly } from '../visitor/signed-out-only.tsx';
import { loginText } from './login-messages.ts';
import { MethodIcon } from './method-icon.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** `/login`: usable immediately. The action itself waits until the sign-in has started. */
export default function LoginPage() {
  const next = readNextPath(useLocation().search);
  const ended = useAuth((auth) => auth.ended);
  const login = useAuth((auth) => auth.login);
  const [email, setEmail] = useState('');
  const form = useForm({
    name: 'login',
    fields: [emailField, passwordField],
    hasDraft: false,
    async send(read) {
      const tried = read('email').trim();
      // A password manager may have filled the field in without an event.
      setEmail(tried);
      await login({ email: tried, password: read('password') });
    },
  });
  return (
    <SignedOutOnly next={next ?? HOME}>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={formText('logIn')} />
        {/* For a deleted account, the shell shows a toast on every page. */}
        {ended !== null && ended !== 'deleted' && (
          <Alert tone="info">
            <p>{loginText(ended)}</p>
          </Alert>
        )}
        <Card>
          <div className="atrium-email">
            <Form
              form={form}
              submit={formText('logIn')}
              wayOut={form.failure?.code === 'email_not_confirmed' && <LazyResendConfirmation email={email} next={next} />}
            >
              <EmailField
                autoComplete="username webauthn"
                enterKeyHint="next"
                error={form.errors.get('email')}
                onChange={(event) => {
                  setEmail(event.target.value);
                }}
              />
              <div className="atrium-field-link">
                <PasswordField
                  autoComplete="current-password"
                  enterKeyHint="go"
                  error={form.errors.get('password')}
                  label={formText('password')}
                  name="password"
                  required
                />
                <Link state={{ email }} to="/reset-password">
                  {formText('forgotPassword')}
                </Link>
              </div>
            </Form>
          </div>
          <p className="atrium-or atrium-email">{formText('or')}</p>
          <div className="atrium-ways">
            <PasskeyLogin />
            <ProviderButtons next={next} />
            <LinkButton className="atrium-email" state={{ email }} to={withNextPath('/login/code', next)} tone="quiet">
              <MethodIcon method="code" />
              {loginText('withCode')}
            </LinkButton>
          </div>
        </Card>
        <p className="atrium-sign-up">
          {loginText('newHere')} <Link to={withNextPath('/register', next)}>{formText('createAccount')}</Link>
        </p>
      </div>
    </SignedOutOnly>
  );
}

/**
 * Loads {@link ResendConfirmation} when it is needed, because few visitors need it and the page loads faster without it.
 * If it fails to load, the message of the form remains, and the next try to log in loads it again.
 */
function LazyResendConfirmation(props: ComponentProps<typeof ResendConfirmation>) {
  const [loaded, setLoaded] = useState<{ readonly Resend: typeof ResendConfirmation } | null>(null);
  useEffect(() => {
    import(/* webpackChunkName: "resend" */ '../mail/resend-confirmation.tsx').then(
      (module) => setLoaded({ Resend: module.ResendConfirmation }),
      (error: unknown) => reportError(error),
    );
  }, []);
  return loaded && <loaded.Resend {...props} />;
}
