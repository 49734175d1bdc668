import { Slot } from '@atrium/page-kit/site';
import { useAuth } from 'auth/auth';
import { EmailRow } from '../email/email-row.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { profileText } from './messages.ts';
import { PictureForm } from './picture-form.tsx';
import { PreferenceRows } from './preference-rows.tsx';
import { ProfileForm } from './profile-form.tsx';

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
