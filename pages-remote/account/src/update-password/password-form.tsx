import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { nameField, passwordField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/form-messages.ts';
import { NameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import { newPasswordField } from '../new-password/new-password-check.ts';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { needsPassword } from '../new-password/needs-password.ts';
import { nameOf } from '../profile/name-of.ts';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { updateText } from './update-password-messages.ts';

const currentPasswordField = { name: 'currentPassword', check: passwordField.check } as const;

interface PasswordFormProps {
  readonly onSaved: () => void;
  /** Whoever has no name is asked for one, too: people who were invited come here first. */
  readonly asksName?: boolean;
}

/** Asks for a new password and saves it. Asks for the current one as soon as the service does: the project's settings decide. */
export function PasswordForm({ onSaved, asksName = false }: PasswordFormProps) {
  const updatePassword = useAuth((auth) => auth.updatePassword);
  const updateProfile = useAuth((auth) => auth.updateProfile);
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const name = useAuth((auth) => nameOf(auth.user));
  const isCleared = useAuth((auth) => needsPassword(auth.user));
  // Stays when the name is saved and the password is not.
  const [isNameless] = useState(asksName && name === '');
  const [asksCurrent, setAsksCurrent] = useState(false);
  const form = useForm({
    name: 'update-password',
    fields: [...(isNameless ? [nameField] : []), ...(asksCurrent ? [currentPasswordField] : []), newPasswordField],
    fieldOfCode: {
      weak_password: 'password',
      validation_failed: 'password',
      same_password: 'password',
      current_password_required: 'currentPassword',
      current_password_invalid: 'currentPassword',
    },
    explain: explainFactorFailure,
    async send(read) {
      // First: at another try, the service would refuse the password as the same.
      if (isNameless) await updateProfile({ name: read('name').trim() });
      try {
        await updatePassword(read('password'), asksCurrent ? read('currentPassword') : undefined);
      } catch (error) {
        if (readActionFailure(error)?.code === 'current_password_required') setAsksCurrent(true);
        throw error;
      }
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
      {asksCurrent && (
        <>
          <PasswordField
            autoComplete="current-password"
            enterKeyHint="next"
            error={form.errors.get('currentPassword')}
            label={updateText('currentPassword')}
            name="currentPassword"
            required
          />
          <Link state={{ email }} to="/reset-password">
            {formText('forgotPassword')}
          </Link>
        </>
      )}
      <NewPasswordField error={form.errors.get('password')} label={updateText('newPassword')} />
    </Form>
  );
}
