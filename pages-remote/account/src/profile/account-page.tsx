import { showToast, Slot } from '@atrium/page-kit/site';
import { useAuth } from 'auth/auth';
import { useState } from 'react';
import { EmailRow } from '../email/email-row.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { profileText } from './messages.ts';
import { PictureForm } from './picture-form.tsx';
import { PreferenceRows } from './preference-rows.tsx';
import { Form } from '../form/form.tsx';
import { NameField, nameField } from '../form/name-field.tsx';
import { useForm } from '../form/use-form.ts';
import { nameOf } from '../visitor/user-metadata.ts';
import classes from '../layout/settings-form.module.css';

/** `/account`: the user's picture, name, email address and preferences, and other modules' sections. */
export default function AccountPage() {
  return (
    <SettingsPage after={<Sections />} section="profile" title={profileText('title')}>
      <SettingRow title={profileText('picture')}>
        <PictureForm />
      </SettingRow>
      <ProfileForm />
      <EmailRow />
      <PreferenceRows />
    </SettingsPage>
  );
}

/** What other modules add. At the end, because it appears later than the rest. */
function Sections() {
  const userId = useAuth((auth) => auth.user?.id);
  return userId === undefined ? null : <Slot name="account.sections" userId={userId} />;
}

/** The user's name. It follows changes in other tabs until the user types here. */
function ProfileForm() {
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
