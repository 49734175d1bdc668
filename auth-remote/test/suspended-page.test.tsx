import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { logOutElsewhere, revoke } from '@atrium/auth-core/testing/ended-session';
import { authError, json } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { broadcastFromAnotherTab } from '@atrium/auth-core/testing/stored-session';
import { renderGuardedSite } from './guarded-site.tsx';
import { logInAgain, openPage } from './open-page.ts';
import { tab } from './open-tab.ts';

const PASSWORD_GRANT = 'POST /auth/v1/token?grant_type=password';

describe('a page whose session ends', () => {
  it('is left after a log-out in another tab', async () => {
    await openPage();
    await act(() => logOutElsewhere(site, tab));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  });

  it('keeps its state, is inert, and continues after a log-in', async () => {
    const note = await openPage();
    await act(() => revoke(site, tab));
    const dialog = screen.getByRole('dialog', { name: 'Log in again' });
    expect(within(dialog).getByText(/You were logged out/)).toBeVisible();
    expect(within(dialog).getByLabelText('Password')).toHaveFocus();
    // The address is only for password managers: the text says whose password it is.
    expect(within(dialog).getByDisplayValue(ada.email)).not.toBeVisible();
    expect(within(dialog).getByDisplayValue(ada.email)).toHaveAttribute('autocomplete', 'username');
    expect(note.closest('[inert]')).not.toBeNull();
    expect(note).not.toBeVisible();
    await logInAgain();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(screen.getByRole('textbox', { name: 'Note' })).toBe(note);
    expect(note).toHaveValue('half a sentence');
    expect(note.closest('[inert]')).toBeNull();
    expect(note).toBeVisible();
    expect(note).toHaveFocus();
  });

  it.each([
    ['a wrong password', () => authError(400, 'invalid_credentials', 'Invalid login credentials'), /Wrong password/],
    ['too many attempts', () => authError(429, 'over_request_rate_limit', 'Request rate limit reached'), /Too many attempts/],
    ['a block', () => authError(400, 'user_banned', 'User is banned'), /is blocked/],
    ['an unknown error', () => authError(422, 'brand_new_code', 'pq: relation "x"'), /did not work/],
    ['a page of HTML', () => new Response('<html>Bad gateway</html>', { status: 500 }), /did not work/],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), /no connection/],
  ])('stays after %s, which the dialog explains', async (_, respond, words) => {
    const note = await openPage();
    await act(() => revoke(site, tab));
    site.respondTo(PASSWORD_GRANT, respond);
    await logInAgain();
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(words);
    expect(dialog).not.toHaveTextContent(/Invalid login|rate limit|banned|pq:|html|fetch/);
    expect(within(dialog).getByLabelText('Password')).toHaveValue(ada.password);
    site.respondTo(PASSWORD_GRANT, () => json(200, site.newSession(ada.email)));
    await logInAgain();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
  });

  it('hides the error at the next try, but keeps its space, and reads it again', async () => {
    await openPage();
    await act(() => revoke(site, tab));
    const refuse = () => authError(400, 'invalid_credentials', 'Invalid login credentials');
    site.respondTo(PASSWORD_GRANT, refuse);
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    const error = await dialog.findByRole('alert');
    let respond: () => void = () => undefined;
    site.respondTo(PASSWORD_GRANT, () => new Promise((resolve) => (respond = () => resolve(refuse()))));
    await logInAgain();
    // Otherwise the second click of a double click would hit another button.
    expect(dialog.getByRole('alert', { hidden: true })).toHaveTextContent(error.textContent);
    expect(dialog.getByRole('alert', { hidden: true })).not.toBeVisible();
    act(() => respond());
    expect(await dialog.findByRole('alert')).not.toBe(error);
  });

  it('logs in again with the address that the user changed to while it was open', async () => {
    await openPage();
    const { user, ...session } = site.newSession(ada.email);
    const changed = { ...session, user: { ...user, email: 'ada@new.example' } };
    await act(async () => {
      localStorage.setItem(site.storageKey, JSON.stringify(changed));
      broadcastFromAnotherTab(site, 'USER_UPDATED', changed);
      await tab.until((auth) => auth.user?.email === 'ada@new.example');
    });
    await act(() => revoke(site, tab));
    expect(within(screen.getByRole('dialog', { name: 'Log in again' })).getByText(/Log in as ada@new\.example/)).toBeVisible();
  });

  it('continues when the same user logs in in another tab', async () => {
    const note = await openPage();
    await act(() => revoke(site, tab));
    const session = site.newSession(ada.email);
    await act(async () => {
      localStorage.setItem(site.storageKey, JSON.stringify(session));
      broadcastFromAnotherTab(site, 'SIGNED_IN', session);
      await tab.until(({ isAuthenticated }) => isAuthenticated);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(note).toHaveValue('half a sentence');
  });

  it('is removed when another user logs in in another tab', async () => {
    const note = await openPage();
    await act(() => revoke(site, tab));
    const session = site.newSession('grace@example.com');
    await act(async () => {
      localStorage.setItem(site.storageKey, JSON.stringify(session));
      broadcastFromAnotherTab(site, 'SIGNED_IN', session);
      await tab.until(({ isAuthenticated }) => isAuthenticated);
    });
    expect(screen.getByRole('textbox', { name: 'Note' })).not.toBe(note);
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  });

  it('stays inert when the user tries to close the dialog', async () => {
    await openPage();
    await act(() => revoke(site, tab));
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
    await act(async () => {
      dialog.close();
      await Promise.resolve();
    });
    expect(dialog.open).toBe(true);
  });

  it('has one dialog in front of it, even with nested guards', async () => {
    const note = await openPage({ at: '/account/nested' });
    await act(() => revoke(site, tab));
    expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1);
    await logInAgain();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
    expect(note).toHaveFocus();
  });

  it('hides its dialogs, which neither Escape nor "back" closes, and shows them again after the log-in', async () => {
    await openPage();
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.click(name);
    await userEvent.paste('Lovelace');
    await act(() => revoke(site, tab));
    expect(name).not.toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Log in again');
    await userEvent.keyboard('{Escape}');
    await logInAgain();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'New name' })).toBeVisible();
    expect(name).toHaveValue('Lovelace');
  });

  it('shows the error of the last attempt only, in whichever way it was made', async () => {
    await openPage();
    await act(() => revoke(site, tab));
    site.respondTo(PASSWORD_GRANT, () => authError(400, 'invalid_credentials', 'Invalid login credentials'));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wrong password');
    site.respondTo('POST /auth/v1/otp', () => authError(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 57 seconds.'));
    await userEvent.click(dialog.getByRole('button', { name: `Send a code to ${ada.email}` }));
    await waitFor(() => expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Wait 57 seconds')]));
  });

  it('offers a mailed code to an account without a password', async () => {
    const session = site.newSession(ada.email);
    const user = { ...session.user, app_metadata: { provider: 'google', providers: ['google'] }, identities: [{ provider: 'google' }] };
    localStorage.setItem(site.storageKey, JSON.stringify({ ...session, user }));
    await renderGuardedSite(tab, '/account');
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(note, 'half a sentence');
    await act(() => revoke(site, tab));
    const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
    expect(dialog.queryByLabelText('Password')).toBeNull();
    site.respondTo('POST /auth/v1/otp', () => json(200, {}));
    await userEvent.click(dialog.getByRole('button', { name: `Send a code to ${ada.email}` }));
    site.respondTo('POST /auth/v1/verify', () => authError(403, 'otp_expired', 'Token has expired or is invalid'));
    await userEvent.type(await dialog.findByLabelText('Code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wrong or expired code');
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(await dialog.findByRole('status')).toHaveTextContent('Another code was sent.');
    expect(dialog.queryByRole('alert')).toBeNull();
    site.respondTo('POST /auth/v1/otp', () => authError(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 57 seconds.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wait 57 seconds');
    site.respondTo('POST /auth/v1/verify', () => json(200, { ...site.newSession(ada.email), user }));
    await userEvent.clear(dialog.getByLabelText('Code'));
    await userEvent.type(dialog.getByLabelText('Code'), '١٢٣-٤٥٦');
    await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(site.lastBody('POST /auth/v1/verify')).toMatchObject({ token: '123456' });
    expect(note).toHaveValue('half a sentence');
  });

  it('is left for another account', async () => {
    await openPage();
    await act(() => revoke(site, tab));
    await userEvent.click(screen.getByRole('link', { name: 'Use another account' }));
    expect(screen.getByText('at /login')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is left for the log-in page after a log-out by the user', async () => {
    await openPage();
    await act(() => tab.auth.getAuth().logout());
    expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
  });

  it('redirects to the log-in page if it opens after the session ended', async () => {
    await tab.auth.getAuth().login(ada);
    await act(() => revoke(site, tab));
    await renderGuardedSite(tab, '/account');
    expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
  });
});
