import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderGuardedSite } from './guarded-site.tsx';
import { tab } from './open-tab.ts';

/** A page with a focused field that contains unsaved text. */
export async function openPage({ at = '/account', aal = 'aal1' } = {}): Promise<HTMLElement> {
  localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email, aal)));
  await renderGuardedSite(tab, at);
  const note = await screen.findByRole('textbox', { name: 'Note' });
  // Pasted: typing would render the page once for each letter.
  await userEvent.click(note);
  await userEvent.paste('half a sentence');
  return note;
}

/** Another tab logs the same user in, for example with the link of a mail. */
export async function replaceSession(level: 'aal1' | 'aal2'): Promise<void> {
  const { access_token, refresh_token } = site.newSession(ada.email, level);
  const client = await tab.auth.getSupabase();
  await act(() => client.auth.setSession({ access_token, refresh_token }));
}

/** Logs in again with the password, in the dialog in front of the page. */
export async function logInAgain(): Promise<void> {
  const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.paste(ada.password);
  await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
}
