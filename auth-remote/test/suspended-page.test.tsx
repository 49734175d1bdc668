import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { logOutElsewhere, revoke } from '@atrium/auth-core/testing/ended-session';
import { FakeFactors, factor, RIGHT_CODE } from '@atrium/auth-core/testing/fake-factors';
import { authError, json } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { tab } from './open-tab.ts';
import { renderGuardedSite } from './guarded-site.tsx';
import { broadcastFromAnotherTab } from '@atrium/auth-core/testing/stored-session';

const PASSWORD_GRANT = 'POST /auth/v1/token?grant_type=password';

let factors: FakeFactors;

beforeEach(() => {
  factors = new FakeFactors(site, ada.email);
});

/** A page with a focused field that contains unsaved text. */
async function openPage({ at = '/account', aal = 'aal1' } = {}): Promise<HTMLElement> {
  localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email, aal)));
  await renderGuardedSite(tab, at);
  const note = await screen.findByRole('textbox', { name: 'Note' });
  // Pasted: typing would render the page once for each letter.
  await userEvent.click(note);
  await userEvent.paste('half a sentence');
  return note;
}

async function logInAgain(): Promise<void> {
  const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.paste(ada.password);
  await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
}

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
    expect(within(dialog).getByText(/Your session was ended/)).toBeVisible();
    expect(within(dialog).getByLabelText('Password')).toHaveFocus();
    expect(within(dialog).getByLabelText('Email')).toHaveValue(ada.email);
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
    ['too many attempts', () => authError(429, 'over_request_rate_limit', 'Request rate limit reached'), /Too many tries/],
    ['a block', () => authError(400, 'user_banned', 'User is banned'), /is blocked/],
    ['an unknown error', () => authError(422, 'brand_new_code', 'pq: relation "x"'), /did not work/],
    ['a page of HTML', () => new Response('<html>Bad gateway</html>', { status: 500 }), /did not work/],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), /no connection/],
  ])('stays after %s, which the dialog explains', async (_, answer, words) => {
    const note = await openPage();
    await act(() => revoke(site, tab));
    site.answer(PASSWORD_GRANT, answer);
    await logInAgain();
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(words);
    expect(dialog).not.toHaveTextContent(/Invalid login|rate limit|banned|pq:|html|fetch/);
    expect(within(dialog).getByLabelText('Password')).toHaveValue(ada.password);
    site.answer(PASSWORD_GRANT, () => json(200, site.newSession(ada.email)));
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
    site.answer(PASSWORD_GRANT, refuse);
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    const error = await dialog.findByRole('alert');
    let respond: () => void = () => undefined;
    site.answer(PASSWORD_GRANT, () => new Promise((resolve) => (respond = () => resolve(refuse()))));
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
    expect(within(screen.getByRole('dialog', { name: 'Log in again' })).getByLabelText('Email')).toHaveValue('ada@new.example');
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

  it('that opens after the end redirects to the log-in page', async () => {
    await tab.auth.getAuth().login(ada);
    await act(() => revoke(site, tab));
    await renderGuardedSite(tab, '/account');
    expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
  });
});

describe('a page of a user with a second factor', () => {
  it('continues after password and code in the same dialog', async () => {
    factors.set(factor('app', 'verified'), factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
    expect(await dialog.findByText(/authenticator app/)).toBeVisible();
    expect(note.closest('[inert]')).not.toBeNull();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    await userEvent.type(dialog.getByLabelText('Code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wrong code');
    await userEvent.clear(dialog.getByLabelText('Code'));
    await userEvent.type(dialog.getByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
    expect(note).toHaveFocus();
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal2');
  });

  it.each([
    ['an expired challenge', 422, 'mfa_challenge_expired', 'MFA challenge x has expired', /took too long/],
    ['too many attempts', 429, 'over_request_rate_limit', 'Request rate limit reached', /Too many tries/],
    ['a refusal of an unknown kind', 403, 'mfa_verification_rejected', 'Rejected by hook', /did not work/],
  ])('explains %s in the dialog', async (_, status, code, message, words) => {
    factors.set(factor('app', 'verified'));
    site.answer('POST /auth/v1/factors/app/verify', () => authError(status, code, message));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(words);
    expect(alert).not.toHaveTextContent(message);
  });

  it('accepts the code of any app', async () => {
    factors.set(factor('app', 'verified'), factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }), factor('tablet', 'verified'));
    site.answer('POST /auth/v1/factors/app/verify', () => authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(site.count('POST /auth/v1/factors/app/verify')).toBe(1);
    expect(site.count('POST /auth/v1/factors/tablet/verify')).toBe(1);
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(0);
  });

  it('sends one code to a phone, and another on request', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/sent to \+4915112345678/)).toBeVisible();
    await waitFor(() => {
      expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(1);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(2);
    await userEvent.type(dialog.getByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(site.lastBody('POST /auth/v1/factors/phone/verify')).toEqual({ challenge_id: 'challenge-2', code: RIGHT_CODE });
    expect(note).toHaveValue('half a sentence');
  });
});
