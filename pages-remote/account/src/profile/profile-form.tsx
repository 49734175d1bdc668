import { useState } from 'react';
import { Alert } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { nameField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { NameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import { accountText } from './account-messages.ts';
import { nameOf } from './name-of.ts';

/** The person's name. Follows a change in another tab until something is typed here. */
export function ProfileForm() {
  const savedName = useAuth((auth) => nameOf(auth.user));
  const updateProfile = useAuth((auth) => auth.updateProfile);
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const form = useForm({
    name: 'profile',
    fields: [nameField],
    async send(read) {
      setSaved(false);
      const name = read('name');
      await updateProfile({ name: name.trim() });
      setTyped((current) => (current === name ? null : current));
      setSaved(true);
    },
  });
  return (
    <Form form={form} submit={accountText('submit')}>
      <NameField
        enterKeyHint="done"
        error={form.errors.get('name')}
        onChange={(event) => {
          setTyped(event.target.value);
          setSaved(false);
        }}
        value={typed ?? savedName}
      />
      {saved && (
        <Alert tone="success">
          <p>{accountText('saved')}</p>
        </Alert>
      )}
    </Form>
  );
}
