import '@testing-library/jest-dom';
import { isDeepStrictEqual } from 'node:util';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeFactors, factor } from '@atrium/auth-core/testing/fake-factors';
import { authError, json } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { renderGuardedSite } from './guarded-site.tsx';
import { replaceSession } from './open-page.ts';
import { tab } from './open-tab.ts';

const PAGE = { maxAge: 600 };
const HEADING = 'Confirm that it is you';

/** Stores the session of an earlier visit, as supabase-js does: with its expiry by this browser's clock. */
function store(level: 'aal1' | 'aal2' = 'aal1'): void {
  const session = site.newSession(ada.email, level);
  localStorage.setItem(site.storageKey, JSON.stringify({ ...session, expires_at: session.expires_at - site.clockAhead }));
  site.loggedInAgo = 0;
}

async function confirm(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
  await userEvent.click(dialog.getByLabelText('Password'));
  await userEvent.paste(ada.password);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
}

const note = () => screen.findByRole('textbox', { name: 'Note' });

describe.each([
  ['right', 0],
  ['15 minutes slow', 900],
  ['15 minutes fast', -900],
])('with a clock that is %s', (_, clockAhead) => {
  beforeEach(() => {
    site.clockAhead = clockAhead;
  });

  it('shows the page to a user who has just logged in', async () => {
    await tab.auth.getAuth().login(ada);
    await renderGuardedSite(tab, '/account', PAGE);
    expect(await note()).toBeVisible();
  });

  it('shows the page after a reload', async () => {
    site.loggedInAgo = 540;
    store();
    await renderGuardedSite(tab, '/account', PAGE);
    expect(await note()).toBeVisible();
  });

  it('asks a user who logged in before, and shows the page once they have confirmed', async () => {
    site.loggedInAgo = 660;
    store();
    await renderGuardedSite(tab, '/account', PAGE);
    await screen.findByRole('dialog', { name: HEADING });
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await confirm();
    expect(await note()).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it.each([
  ['a code of a second factor', ['totp']],
  ['a text message', ['mfa/phone']],
  ['a confirmed address', ['email_change']],
  ['a refresh', ['token_refresh']],
  ['nothing known', null],
])('does not count %s as a log-in', async (_, methods) => {
  site.methods = methods;
  store();
  await renderGuardedSite(tab, '/account', PAGE);
  expect(await screen.findByRole('dialog', { name: HEADING })).toBeVisible();
});

it('asks no password of an account that another provider created, and that has an email of its own since', async () => {
  site.loggedInAgo = 660;
  const session = site.newSession(ada.email);
  const user = { ...session.user, app_metadata: { provider: 'google', providers: ['google', 'email'] }, identities: [{ provider: 'google' }, { provider: 'email' }] };
  localStorage.setItem(site.storageKey, JSON.stringify({ ...session, user }));
  await renderGuardedSite(tab, '/account', PAGE);
  const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
  expect(dialog.getByRole('button', { name: `Send a code to ${ada.email}` })).toBeVisible();
  expect(dialog.queryByLabelText('Password')).toBeNull();
});

it('asks one question, of the account that is logged in', async () => {
  site.loggedInAgo = 660;
  store();
  await renderGuardedSite(tab, '/account', PAGE);
  const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
  expect(dialog.getByText(`You logged in as ${ada.email} some time ago, so we ask once more.`)).toBeVisible();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Show', 'Confirm', `Send a code to ${ada.email}`, 'Cancel']);
});

it('replaces the session, and ends the replaced one', async () => {
  site.loggedInAgo = 660;
  store();
  await renderGuardedSite(tab, '/account', PAGE);
  await screen.findByRole('dialog', { name: HEADING });
  const replaced = tab.auth.getAuth().session?.access_token ?? '';
  await confirm();
  await note();
  await waitFor(() => {
    expect(site.requests.filter(({ path }) => path.startsWith('/auth/v1/logout'))).toMatchObject([
      { path: '/auth/v1/logout?scope=local', authorization: `Bearer ${replaced}` },
    ]);
  });
  expect(tab.auth.getAuth().session?.access_token).not.toBe(replaced);
});

/** Opens the page nine minutes after a log-in, writes something, and waits until the time is over. */
async function writeUntilOld(): Promise<HTMLElement> {
  jest.useFakeTimers({ advanceTimers: true });
  site.loggedInAgo = 540;
  store();
  await renderGuardedSite(tab, '/account', PAGE);
  const page = await note();
  await userEvent.setup({ delay: null }).type(page, 'half');
  await act(() => jest.advanceTimersByTimeAsync(61_000));
  jest.useRealTimers();
  await screen.findByRole('dialog', { name: HEADING });
  return page;
}

describe('a page that was open when the time was over', () => {
  it('is not left by Escape, which would discard what the user typed', async () => {
    const page = await writeUntilOld();
    const dialog = screen.getByRole('dialog');
    // Only the question after an ended session hides the page.
    expect(dialog).not.toHaveClass('atrium-covering-dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await confirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page).toBeVisible();
    expect(page).toHaveValue('half');
  });
});

it.each([
  ['the page before', 1, '/elsewhere'],
  ['the start page, if the log-in has replaced the first entry of the tab', 0, '/'],
])('cancelling leads to %s', async (_, idx, place) => {
  // As React Router numbers them.
  history.replaceState({ idx }, '');
  site.loggedInAgo = 660;
  store();
  await renderGuardedSite(tab, ['/elsewhere', '/account'], PAGE);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(`at ${place}`)).toBeVisible();
  history.replaceState(null, '');
});

it('offers no mail if the project takes no log-ins with an email address', async () => {
  document.documentElement.dataset['signIn'] = 'no-email google';
  site.loggedInAgo = 660;
  store();
  await renderGuardedSite(tab, '/account', PAGE);
  const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
  expect(dialog.getByText('Log out, then log in again as usual.')).toBeVisible();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel']);
  delete document.documentElement.dataset['signIn'];
});

/** Starts a dangerous action, and returns what it learns. */
async function ask(): Promise<{ readonly answer: Promise<boolean> }> {
  let answer = Promise.resolve(false);
  await act(async () => {
    answer = tab.auth.getAuth().confirmIdentity(600);
    await Promise.resolve();
  });
  // Not the promise itself, which would be awaited.
  return { answer };
}

describe('an action that asks', () => {
  it('does not ask after a recent log-in', async () => {
    await tab.auth.getAuth().login(ada);
    await renderGuardedSite(tab, '/account');
    expect(await act(() => tab.auth.getAuth().confirmIdentity(600))).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does nothing for a signed-out user', async () => {
    expect(await tab.auth.getAuth().confirmIdentity(600)).toBe(false);
  });

  it.each([
    ['confirms', true, confirm],
    ['cancels', false, () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['logs out', false, () => act(() => tab.auth.getAuth().logout())],
  ])('learns that the user %s', async (_, expected, react) => {
    site.loggedInAgo = 660;
    store();
    await renderGuardedSite(tab, '/account');
    const page = await note();
    await userEvent.type(page, 'half a sentence');
    const { answer } = await ask();
    await screen.findByRole('dialog', { name: HEADING });
    expect(page).toBeVisible();
    await react();
    expect(await answer).toBe(expected);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    if (tab.auth.getAuth().isAuthenticated) expect(page).toHaveValue('half a sentence');
  });

  it('does not learn of a confirmation when the dialog has no second factor to ask for, and the user starts again', async () => {
    new FakeFactors(site, ada.email).set(factor('key', 'verified', { factor_type: 'webauthn' }));
    site.loggedInAgo = 660;
    store('aal2');
    await renderGuardedSite(tab, '/account');
    await note();
    const { answer } = await ask();
    await confirm();
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await answer).toBe(false);
  });

  it('does not learn of a log-in without the code of the second factor', async () => {
    new FakeFactors(site, ada.email).set(factor('app', 'verified'));
    site.loggedInAgo = 660;
    store('aal2');
    await renderGuardedSite(tab, '/account', 'aal1');
    await note();
    const { answer } = await ask();
    await screen.findByRole('dialog', { name: HEADING });
    await replaceSession('aal1');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await answer).toBe(false);
  });

  it('keeps `loading` and `error` of the page behind the dialog', async () => {
    site.loggedInAgo = 660;
    store();
    await renderGuardedSite(tab, '/account');
    await note();
    const states: unknown[] = [];
    const end = tab.auth.subscribe(() => {
      const { loading, error } = tab.auth.getAuth();
      states.push({ loading, error });
    });
    await ask();
    const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
    await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('password');
    expect(states.filter((state) => !isDeepStrictEqual(state, { loading: false, error: null }))).toEqual([]);
    end();
  });

  it('shows no code form for a way that the user has given up for another', async () => {
    site.loggedInAgo = 660;
    store();
    document.documentElement.dataset['signIn'] = 'passkey';
    Reflect.set(window, 'PublicKeyCredential', class {});
    site.respondTo('GET /auth/v1/passkeys', () => json(200, [{ id: 'key', friendly_name: 'Key', created_at: '2026-01-01T00:00:00Z' }]));
    site.respondTo('POST /auth/v1/passkeys/authentication/options', () => authError(422, 'validation_failed', 'no'));
    await renderGuardedSite(tab, '/account');
    await note();
    await ask();
    const dialog = within(await screen.findByRole('dialog', { name: HEADING }));
    const passkey = await dialog.findByRole('button', { name: 'Use a passkey' });
    let respond: (response: Response) => void = () => undefined;
    site.respondTo('POST /auth/v1/token?grant_type=password', () => new Promise((resolve) => {
      respond = resolve;
    }));
    await userEvent.type(dialog.getByLabelText('Password'), ada.password);
    const button = dialog.getByRole('button', { name: 'Confirm' });
    await userEvent.click(button);
    await waitFor(() => expect(site.count('POST /auth/v1/token?grant_type=password')).toBe(1));
    await userEvent.click(passkey);
    await waitFor(() => expect(passkey).not.toHaveAttribute('aria-busy'));
    expect(button).toHaveAttribute('aria-busy', 'true');
    respond(json(200, site.newSession(ada.email)));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(button).toBeVisible();
    expect(dialog.getByRole('alert')).toBeVisible();
    expect(dialog.queryByLabelText('Code')).toBeNull();
    delete document.documentElement.dataset['signIn'];
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  it('is refused when a later action asks while its own question is open', async () => {
    site.loggedInAgo = 660;
    store();
    await renderGuardedSite(tab, '/account');
    await note();
    const answers = [(await ask()).answer, (await ask()).answer];
    await confirm();
    expect(await Promise.all(answers)).toEqual([false, true]);
  });
});
