import { useAuth } from 'auth/auth';
import { passwordField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { updateText } from './update-password-messages.ts';

/** Asks for a new password and saves it. */
export function PasswordForm({ onSaved }: { readonly onSaved: () => void }) {
  const updatePassword = useAuth((auth) => auth.updatePassword);
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const form = useForm({
    name: 'update-password',
    fields: [passwordField],
    fieldOfCode: { weak_password: 'password', validation_failed: 'password', same_password: 'password' },
    explain: explainFactorFailure,
    async send(read) {
      await updatePassword(read('password'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={updateText('submit')} wayOut={<EnterCodeLink failure={form.failure} />}>
      <p className="atrium-muted">{updateText('forAccount', { email })}</p>
      {/* Tells password managers whose password this is. */}
      <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
      <NewPasswordField error={form.errors.get('password')} label={updateText('newPassword')} />
    </Form>
  );
}
