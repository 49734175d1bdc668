import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAuth } from 'auth/auth';
import { inputFailureText } from '../failure/input-failure-text.ts';
import { EmailField } from '../form/email-field.tsx';
import { emailField, nameField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/form-messages.ts';
import { NameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import { newPasswordField } from '../new-password/new-password-check.ts';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { readNextPath, withNextPath } from '../next-path.ts';
import { registerText } from './register-messages.ts';

/** Codes that say that the address has an account already. */
const KNOWN_ADDRESS = ['user_already_exists', 'email_exists'];

/** Name, email and password of a new account. */
export function RegisterForm({ onConfirmationSent }: { readonly onConfirmationSent: (email: string) => void }) {
  const register = useAuth((auth) => auth.register);
  const [triedEmail, setTriedEmail] = useState('');
  const next = readNextPath(useLocation().search);
  const form = useForm({
    name: 'register',
    fields: [nameField, emailField, newPasswordField],
    // What the service looks at before it knows the address; passwords of a wrong length are not sent.
    fieldOfCode: { weak_password: 'password', email_address_invalid: 'email', validation_failed: 'email' },
    explain: inputFailureText,
    async send(read) {
      const email = read('email').trim();
      setTriedEmail(email);
      const outcome = await register({ name: read('name').trim(), email, password: read('password'), next });
      if (outcome === 'confirmation-sent') onConfirmationSent(email);
    },
  });
  return (
    <Form
      form={form}
      submit={formText('createAccount')}
      wayOut={
        KNOWN_ADDRESS.includes(form.failure?.code ?? '') && (
          <p className="atrium-row">
            <Link to={withNextPath('/login', next)}>{formText('logIn')}</Link>
            <Link state={{ email: triedEmail }} to="/reset-password">
              {formText('forgotPassword')}
            </Link>
          </p>
        )
      }
    >
      <NameField enterKeyHint="next" error={form.errors.get('name')} hint={registerText('nameHint')} />
      <EmailField enterKeyHint="next" error={form.errors.get('email')} />
      <NewPasswordField error={form.errors.get('password')} label={formText('password')} />
    </Form>
  );
}
