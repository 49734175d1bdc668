import { useState } from 'react';
import { useAuth } from 'auth/auth';
import { nameField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { NameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import { newPasswordField } from '../new-password/new-password-check.ts';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { needsPassword } from '../new-password/needs-password.ts';
import { nameOf } from '../profile/name-of.ts';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { updateText } from './update-password-messages.ts';

interface PasswordFormProps {
  readonly onSaved: () => void;
  /** Whoever has no name is asked for one, too: people who were invited come here first. */
  readonly asksName?: boolean;
}

/** Asks for a new password and saves it. */
export function PasswordForm({ onSaved, asksName = false }: PasswordFormProps) {
  const updatePassword = useAuth((auth) => auth.updatePassword);
  const updateProfile = useAuth((auth) => auth.updateProfile);
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const name = useAuth((auth) => nameOf(auth.user));
  const isCleared = useAuth((auth) => needsPassword(auth.user));
  // Stays when the name is saved and the password is not.
  const [isNameless] = useState(asksName && name === '');
  const form = useForm({
    name: 'update-password',
    fields: isNameless ? [nameField, newPasswordField] : [newPasswordField],
    fieldOfCode: { weak_password: 'password', validation_failed: 'password', same_password: 'password' },
    explain: explainFactorFailure,
    async send(read) {
      // First: at another try, the service would refuse the password as the same.
      if (isNameless) await updateProfile({ name: read('name').trim() });
      await updatePassword(read('password'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={updateText('submit')} wayOut={<EnterCodeLink failure={form.failure} />}>
      <p className="atrium-muted">{updateText('forAccount', { email })}</p>
      {isCleared && <p>{updateText('cleared')}</p>}
      {/* Tells password managers whose password this is. */}
      <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
      {isNameless && (
        <NameField enterKeyHint="next" error={form.errors.get('name')} hint={updateText('nameHint')} />
      )}
      <NewPasswordField error={form.errors.get('password')} label={updateText('newPassword')} />
    </Form>
  );
}
