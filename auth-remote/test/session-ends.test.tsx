import '@testing-library/jest-dom';
import './dialogs.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeFactors, factor, rightCode } from './fake-factors.ts';
import { authError, FakeSite } from './fake-site.ts';
import { renderGuardedSite } from './guarded-site.tsx';
import { closeTabs, openTab, type Tab } from './open-tab.ts';
import { tellFromAnotherTab } from './stored-session.ts';

const ada = { email: 'ada@example.com', password: 'correct horse' };
const refreshGrant = 'POST /auth/v1/token?grant_type=refresh_token';

let site: FakeSite;
let factors: FakeFactors;
let tab: Tab;
let errors: jest.SpiedFunction<typeof console.error>;

beforeEach(async () => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  site = new FakeSite();
  site.addAccount(ada.email, ada.password);
  factors = new FakeFactors(site, ada.email);
  tab = await openTab(site);
});

afterEach(async () => {
  const complaints = errors.mock.calls.map(([message]) => String(message)).filter((message) => /Warning|act\(/.test(message));
  jest.restoreAllMocks();
  await closeTabs();
  expect(complaints).toEqual([]);
});

/** Another tab logs out: the session leaves the storage, then the others are told. */
async function logOutElsewhere(): Promise<void> {
  await act(async () => {
    localStorage.removeItem(site.storageKey);
    tellFromAnotherTab(site, 'SIGNED_OUT', null);
    await tab.until(({ isAuthenticated }) => !isAuthenticated);
  });
}

/** The token has expired and the service no longer takes the refresh token. */
async function revoke(): Promise<void> {
  site.answer(refreshGrant, () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
  const stored: unknown = JSON.parse(localStorage.getItem(site.storageKey) ?? 'null');
  localStorage.setItem(site.storageKey, JSON.stringify({ ...(stored as object), expires_at: 1 }));
  await act(async () => {
    await (await tab.auth.getSupabase()).auth.getSession();
  });
}

/** The page of a person who has typed something and whose focus is there. */
async function openPage(): Promise<HTMLElement> {
  const session = site.newSession(ada.email);
  localStorage.setItem(site.storageKey, JSON.stringify(session));
  await renderGuardedSite(tab, '/account');
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await userEvent.type(note, 'half a sentence');
  return note;
}

async function logInAgain(password = ada.password): Promise<void> {
  const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), password);
  await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
}

describe('the state', () => {
  it('says that another tab logged out', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere();
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere', user: null, error: null, assurance: { currentLevel: null, nextLevel: null } });
  });

  it('says that the service no longer takes the refresh token', async () => {
    await tab.auth.getAuth().login(ada);
    await revoke();
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null, error: null });
  });

  it('says that the service does not know the session any more', async () => {
    await tab.auth.getAuth().login(ada);
    site.answer('GET /auth/v1/user', () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'));
    await tab.auth.getAuth().mfa.assuranceLevel().catch(() => undefined);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it.each([
    ['the action', () => tab.auth.getAuth().logout()],
    ['the action, everywhere', () => tab.auth.getAuth().logout({ everywhere: true })],
    ['a page module that has the client', async () => (await tab.auth.getSupabase()).auth.signOut()],
  ])('says nothing after a log-out by %s', async (_, logOut) => {
    await tab.auth.getAuth().login(ada);
    await logOut();
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, user: null });
  });

  it('says nothing after a log-out of a session that turns out to be over', async () => {
    await tab.auth.getAuth().login(ada);
    site.answer(refreshGrant, () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
    localStorage.setItem(site.storageKey, JSON.stringify({ ...tab.auth.getAuth().session, expires_at: 1 }));
    await tab.auth.getAuth().logout().catch(() => undefined);
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, user: null });
  });

  it('forgets the end with the next session', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere();
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth().ended).toBeNull();
    await logOutElsewhere();
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });

  it('does not mistake a log-out elsewhere for a revoked session after an own log-out and log-in', async () => {
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere();
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });
});

describe('a page under which the session ends', () => {
  it('is left after a log-out in another tab', async () => {
    await openPage();
    await logOutElsewhere();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  });

  it('stays as it is, cannot be used, and goes on after a new log-in', async () => {
    const note = await openPage();
    await revoke();
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

  it('stays through a wrong password, which is said in the dialog', async () => {
    const note = await openPage();
    await revoke();
    await logInAgain('wrong');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('Invalid login credentials');
    await logInAgain();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
  });

  it('goes on when the same person logs in in another tab', async () => {
    const note = await openPage();
    await revoke();
    const session = site.newSession(ada.email);
    await act(async () => {
      localStorage.setItem(site.storageKey, JSON.stringify(session));
      tellFromAnotherTab(site, 'SIGNED_IN', session);
      await tab.until(({ isAuthenticated }) => isAuthenticated);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(note).toHaveValue('half a sentence');
  });

  it('keeps nothing for somebody else who logs in in another tab', async () => {
    const note = await openPage();
    await revoke();
    const session = site.newSession('grace@example.com');
    await act(async () => {
      localStorage.setItem(site.storageKey, JSON.stringify(session));
      tellFromAnotherTab(site, 'SIGNED_IN', session);
      await tab.until(({ isAuthenticated }) => isAuthenticated);
    });
    expect(screen.getByRole('textbox', { name: 'Note' })).not.toBe(note);
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  });

  it('cannot be reached by closing the dialog', async () => {
    await openPage();
    await revoke();
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
    await act(async () => {
      dialog.close();
      await Promise.resolve();
    });
    expect(dialog.open).toBe(true);
  });

  it('is left for another account', async () => {
    await openPage();
    await revoke();
    await userEvent.click(screen.getByRole('link', { name: 'Use another account' }));
    expect(screen.getByText('at /login')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the log-in page after a log-out by the person', async () => {
    await openPage();
    await act(() => tab.auth.getAuth().logout());
    expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
  });

  it('was not there before: a visit after the end leads to the log-in page', async () => {
    await tab.auth.getAuth().login(ada);
    await revoke();
    await renderGuardedSite(tab, '/account');
    expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
  });
});

describe('a page of a person with a second factor', () => {
  async function openPageAtAal2(): Promise<HTMLElement> {
    const session = site.newSession(ada.email, 'aal2');
    localStorage.setItem(site.storageKey, JSON.stringify(session));
    await renderGuardedSite(tab, '/account');
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(note, 'half a sentence');
    return note;
  }

  it('goes on after password and code, in the same dialog', async () => {
    factors.set(factor('app', 'verified'), factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPageAtAal2();
    await revoke();
    await logInAgain();
    const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
    expect(await dialog.findByText(/authenticator app/)).toBeVisible();
    expect(note.closest('[inert]')).not.toBeNull();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    await userEvent.type(dialog.getByLabelText('Code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This code is not right');
    await userEvent.clear(dialog.getByLabelText('Code'));
    await userEvent.type(dialog.getByLabelText('Code'), rightCode);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
    expect(note).toHaveFocus();
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal2');
  });

  it('asks a phone once, and again on request', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPageAtAal2();
    await revoke();
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/sent to \+4915112345678/)).toBeVisible();
    await waitFor(() => {
      expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(1);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(2);
    await userEvent.type(dialog.getByLabelText('Code'), rightCode);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(site.lastBody('POST /auth/v1/factors/phone/verify')).toEqual({ challenge_id: 'challenge-2', code: rightCode });
    expect(note).toHaveValue('half a sentence');
  });
});
