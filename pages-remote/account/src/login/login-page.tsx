import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Alert, Card, PageHeading, PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { EmailField } from '../form/email-field.tsx';
import { emailField, passwordField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/form-messages.ts';
import { useForm } from '../form/use-form.ts';
import { HOME, readNextPath, withNextPath } from '../next-path.ts';
import { SignedOutOnly } from '../signed-out-only.tsx';
import { LateResend } from './late-resend.tsx';
import { loginText } from './login-messages.ts';

/** `/login`: usable at once; the action itself waits until the sign-in is there. */
export default function LoginPage() {
  const next = readNextPath(useLocation().search);
  const ended = useAuth((auth) => auth.ended);
  const login = useAuth((auth) => auth.login);
  const [email, setEmail] = useState('');
  const form = useForm({
    name: 'login',
    fields: [emailField, passwordField],
    keepsTyping: false,
    async send(read) {
      const tried = read('email').trim();
      // Also what was filled in without a word.
      setEmail(tried);
      await login({ email: tried, password: read('password') });
    },
  });
  return (
    <SignedOutOnly next={next ?? HOME}>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={formText('logIn')} />
        {/* Of a deleted account the site tells on every page. */}
        {ended !== null && ended !== 'deleted' && (
          <Alert tone="info">
            <p>{loginText(ended)}</p>
          </Alert>
        )}
        <Card>
          <Form
            form={form}
            submit={formText('logIn')}
            wayOut={form.failure?.code === 'email_not_confirmed' && <LateResend email={email} next={next} />}
          >
            <EmailField
              enterKeyHint="next"
              error={form.errors.get('email')}
              onChange={(event) => {
                setEmail(event.target.value);
              }}
            />
            <PasswordField
              autoComplete="current-password"
              enterKeyHint="go"
              error={form.errors.get('password')}
              label={formText('password')}
              name="password"
              required
            />
          </Form>
          <Link state={{ email }} to="/reset-password">
            {formText('forgotPassword')}
          </Link>
        </Card>
        <p>
          {loginText('newHere')} <Link to={withNextPath('/register', next)}>{formText('createAccount')}</Link>
        </p>
      </div>
    </SignedOutOnly>
  );
}
