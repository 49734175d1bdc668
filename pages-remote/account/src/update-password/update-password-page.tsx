import { useState } from 'react';
import { Card, expectPageArrival, LinkButton, PageHeading, PasswordField } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import { passwordField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { HOME } from '../next-path.ts';
import { updateText } from './update-password-messages.ts';

/** `/update-password`: for people who came by a reset link, and for everybody who is signed in. */
export default function UpdatePasswordPage() {
  const [saved, setSaved] = useState(false);
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-form">
        <PageHeading title={updateText(saved ? 'savedTitle' : 'title')} />
        <Card>
          {saved ? (
            <Saved />
          ) : (
            <UpdatePasswordForm
              onSaved={() => {
                expectPageArrival();
                setSaved(true);
              }}
            />
          )}
        </Card>
      </div>
    </RequireAuth>
  );
}

function UpdatePasswordForm({ onSaved }: { readonly onSaved: () => void }) {
  const updatePassword = useAuth((auth) => auth.updatePassword);
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const form = useForm({
    fields: [passwordField],
    fieldOfCode: { weak_password: 'password', same_password: 'password' },
    async send(read) {
      await updatePassword(read('password'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={updateText('submit')}>
      <p className="atrium-muted">{updateText('forAccount', { email })}</p>
      {/* Tells password managers whose password this is. */}
      <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
      <PasswordField
        autoComplete="new-password"
        error={form.errors.get('password')}
        hint={updateText('hint')}
        label={updateText('newPassword')}
        name="password"
        required
      />
    </Form>
  );
}

function Saved() {
  return (
    <>
      <p role="status">{updateText('savedAdvice')}</p>
      <div className="atrium-row">
        <LinkButton to={HOME}>{updateText('goOn')}</LinkButton>
        <LinkButton to="/account" tone="quiet">
          {updateText('account')}
        </LinkButton>
      </div>
    </>
  );
}
