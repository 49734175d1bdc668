import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAuth } from 'auth/auth';
import { inputFailureText } from '../failure/input-failure.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/messages.ts';
import { NameField, nameField } from '../form/name-field.tsx';
import { EmailField, emailField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { NewPasswordField, newPasswordField } from '../new-password/new-password-field.tsx';
import { readNextPath, withNextPath } from '../visitor/next-path.ts';

/** Error codes that mean that the email address already has an account. */
const TAKEN_CODES = ['user_already_exists', 'email_exists'];

/** The form for a new account: name, email and password. */
export function RegisterForm({ onConfirmationSent }: { readonly onConfirmationSent: (email: string) => void }) {
  const register = useAuth((auth) => auth.register);
  const [triedEmail, setTriedEmail] = useState('');
  const next = readNextPath(useLocation().search);
  const form = useForm({
    name: 'register',
    fields: [nameField, emailField, newPasswordField],
    // `validation_failed` means the email address here: the form itself checks the length of the password.
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
        TAKEN_CODES.includes(form.failure?.code ?? '') && (
          <p className="atrium-row">
            <Link to={withNextPath('/login', next)}>{formText('logIn')}</Link>
            <Link state={{ email: triedEmail }} to="/reset-password">
              {formText('forgotPassword')}
            </Link>
          </p>
        )
      }
    >
      <NameField enterKeyHint="next" error={form.errors.get('name')} />
      <EmailField enterKeyHint="next" error={form.errors.get('email')} />
      <NewPasswordField error={form.errors.get('password')} label={formText('password')} />
    </Form>
  );
}
