import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Avatar, PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/messages.ts';
import { NameField, nameField } from '../form/name-field.tsx';
import { passwordField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { NewPasswordField, newPasswordField } from './new-password-field.tsx';
import { Invitation } from './invitation.tsx';
import { SummaryBox } from './summary-box.tsx';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { nameOf, needsPassword } from '../visitor/user-metadata.ts';
import { updateText } from './update-messages.ts';

const currentPasswordField = { name: 'currentPassword', check: passwordField.check } as const;

interface PasswordFormProps {
  readonly onSaved: () => void;
  /** Also asks users without a name for one: invited users open this form first. */
  readonly asksName?: boolean;
}

/** Asks for a new password and saves it. Also asks for the current one once the service requires it, which depends on the project. */
export function PasswordForm({ onSaved, asksName = false }: PasswordFormProps) {
  const updatePassword = useAuth((auth) => auth.updatePassword);
  const updateProfile = useAuth((auth) => auth.updateProfile);
  const id = useAuth((auth) => auth.user?.id);
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const name = useAuth((auth) => nameOf(auth.user));
  const isCleared = useAuth((auth) => needsPassword(auth.user));
  // State, so that the field stays when the name is saved but the password is refused.
  const [isNameless] = useState(asksName && name === '');
  const [asksCurrent, setAsksCurrent] = useState(false);
  const form = useForm({
    name: 'update-password',
    isDangerous: true,
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
      // The name first: if saving it failed after the password, a retry would be refused with `same_password`.
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
    <>
      {(isNameless || !isCleared) && <p className="atrium-lead">{isNameless ? updateText('forAccount', { email }) : updateText('effect')}</p>}
      {isCleared && <p>{updateText('cleared')}</p>}
      {isNameless ? <Invitation /> : <SummaryBox avatar={<Avatar id={id} name={name} size="large" />} detail={email} title={name} />}
      <Form form={form} submit={updateText(isNameless ? 'submitNew' : 'submit')} wayOut={<EnterCodeLink failure={form.failure} />}>
        {/* Tells password managers which account the password belongs to. */}
        <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
        {isNameless && <NameField enterKeyHint="next" error={form.errors.get('name')} />}
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
        <NewPasswordField error={form.errors.get('password')} label={updateText(isNameless ? 'firstPassword' : 'newPassword')} />
      </Form>
    </>
  );
}
