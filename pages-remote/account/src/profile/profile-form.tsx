import { useState } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { NameField, nameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import classes from '../layout/settings-form.module.css';
import { nameOf } from '../visitor/user-metadata.ts';
import { profileText } from './messages.ts';

/** The user's name. It follows changes in other tabs until the user types here. */
export function ProfileForm() {
  const savedName = useAuth((auth) => nameOf(auth.user));
  const updateProfile = useAuth((auth) => auth.updateProfile);
  const [typed, setTyped] = useState<string | null>(null);
  const form = useForm({
    name: 'profile',
    fields: [nameField],
    async send(read) {
      const name = read('name');
      await updateProfile({ name: name.trim() });
      setTyped((current) => (current === name ? null : current));
      showToast({ text: profileText('saved') });
    },
  });
  return (
    <Form form={form} className={`${classes['rows']} ${classes['line']}`} submit={profileText('submit')} tone={typed === null || typed.trim() === savedName ? 'quiet' : 'primary'}>
      <NameField
        enterKeyHint="done"
        error={form.errors.get('name')}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        value={typed ?? savedName}
      />
    </Form>
  );
}
