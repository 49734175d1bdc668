import type { Auth } from '@atrium/page-kit/contract/auth';
import { authError, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

const PASSWORD_GRANT = 'POST /auth/v1/token?grant_type=password';

/** The states that subscribers saw during the work, beginning with the one before. */
async function statesDuring(work: () => Promise<unknown>): Promise<Auth[]> {
  const states = [tab.auth.getAuth()];
  const end = tab.auth.subscribe(() => states.push(tab.auth.getAuth()));
  await work().catch(() => undefined);
  end();
  return states;
}

describe('login', () => {
  it('returns the user in the state', async () => {
    await tab.settled();
    const user = await tab.auth.getAuth().login(ada);
    expect(user).toMatchObject({ email: ada.email });
    const state = tab.auth.getAuth();
    expect(state).toMatchObject({ user, loading: false, error: null, isAuthenticated: true });
    expect(state.session?.user).toBe(state.user);
    expect(site.lastBody(PASSWORD_GRANT)).toMatchObject(ada);
  });

  it('loads until the user is signed in, and never reports signed out after that', async () => {
    await tab.settled();
    const states = await statesDuring(() => tab.auth.getAuth().login(ada));
    expect(states.map(({ loading, isAuthenticated }) => [loading, isAuthenticated])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, true],
    ]);
  });

  it('waits for supabase-js if it is submitted during the start-up', async () => {
    expect(tab.auth.getAuth().status).toBe('starting');
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', isAuthenticated: true, loading: false });
  });

  it('reports a wrong password: message in the state, typed error for the caller, label in the console', async () => {
    await tab.settled();
    const { login } = tab.auth.getAuth();
    await expect(login({ ...ada, password: 'wrong' })).rejects.toMatchObject({
      name: 'AuthActionError',
      action: 'login',
      message: 'Invalid login credentials',
      code: 'invalid_credentials',
      status: 400,
      retryAfterSeconds: null,
    });
    expect(tab.auth.getAuth()).toMatchObject({ error: 'Invalid login credentials', loading: false, user: null });
    expect(errors).toHaveBeenCalledWith('Login error:', expect.objectContaining({ code: 'invalid_credentials' }));
    expect(JSON.stringify(errors.mock.calls)).not.toMatch(/wrong|ada@/);
  });

  it('clears the last error when the next attempt begins', async () => {
    await tab.settled();
    const { login } = tab.auth.getAuth();
    await login({ ...ada, password: 'wrong' }).catch(() => undefined);
    const states = await statesDuring(() => login(ada));
    expect(states.map(({ error }) => error)).toEqual(['Invalid login credentials', null, null, null]);
  });

  it('sends a second request for another password while the first is pending', async () => {
    await tab.settled();
    const { login } = tab.auth.getAuth();
    const [wrong, right] = await Promise.allSettled([login({ ...ada, password: 'wrong' }), login(ada)]);
    expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled']);
    expect(site.count(PASSWORD_GRANT)).toBe(2);
    expect(tab.auth.getAuth()).toMatchObject({ loading: false, isAuthenticated: true });
  });
});

describe('register', () => {
  const grace = { email: 'grace@example.com', password: 'correct horse', name: 'Grace' };

  it('sends the name and signs in', async () => {
    await tab.settled();
    expect(await tab.auth.getAuth().register(grace)).toBe('signed-in');
    expect(tab.auth.getAuth().user?.user_metadata).toMatchObject({ name: 'Grace', language: 'en' });
    expect(site.lastBody('POST /auth/v1/signup')).toMatchObject({
      email: grace.email,
      password: grace.password,
      data: { name: 'Grace' },
    });
  });

  it('reports a sent mail if addresses need confirmation', async () => {
    site.confirmsAddresses = true;
    await tab.settled();
    expect(await tab.auth.getAuth().register(grace)).toBe('confirmation-sent');
    expect(tab.auth.getAuth()).toMatchObject({ user: null, loading: false, error: null });
  });

  it.each([
    ['a taken address', { ...grace, email: ada.email }, 'User already registered', 'user_already_exists'],
    ['a weak password', { ...grace, password: 'x' }, 'Password should be at least 6 characters.', 'weak_password'],
  ])('reports %s', async (_, input, message, code) => {
    await tab.settled();
    await expect(tab.auth.getAuth().register(input)).rejects.toMatchObject({ action: 'register', message, code, status: 422 });
    expect(tab.auth.getAuth()).toMatchObject({ error: message, user: null });
    expect(errors).toHaveBeenCalledWith('Registration error:', expect.objectContaining({ code }));
  });
});

describe('logout', () => {
  beforeEach(async () => {
    await tab.auth.getAuth().login(ada);
  });

  const signedOut = { user: null, session: null, isAuthenticated: false, loading: false, error: null };

  it('ends this session only', async () => {
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth()).toMatchObject(signedOut);
    expect(site.count('POST /auth/v1/logout?scope=local')).toBe(1);
    expect(localStorage.getItem(site.storageKey)).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('ends the other sessions too when asked', async () => {
    await tab.auth.getAuth().logout({ everywhere: true });
    expect(tab.auth.getAuth()).toMatchObject(signedOut);
    expect(site.count('POST /auth/v1/logout?scope=global')).toBe(1);
  });

  it('works offline', async () => {
    site.online = false;
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth()).toMatchObject(signedOut);
    expect(localStorage.getItem(site.storageKey)).toBeNull();
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), { code: 'network', status: 0, message: 'Failed to fetch' }],
    ['refuses', () => authError(422, 'unexpected_failure', 'Database error'), { code: 'unexpected_failure', status: 422, message: 'Database error' }],
    ['fails without a message', () => json(500, {}), { status: 500, message: 'An error occurred during logout' }],
  ])('signs this browser out if the service %s, and rejects', async (_, respond, failure) => {
    site.respondTo('POST /auth/v1/logout', respond);
    await expect(tab.auth.getAuth().logout()).rejects.toMatchObject({ name: 'AuthActionError', action: 'logout', ...failure });
    expect(tab.auth.getAuth()).toMatchObject({ ...signedOut, ended: null, error: failure.message });
    expect(localStorage.getItem(site.storageKey)).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(errors).toHaveBeenCalledWith('Logout error:', expect.objectContaining({ status: failure.status }));
  });

  it('succeeds if the session has already ended', async () => {
    site.respondTo('POST /auth/v1/token?grant_type=refresh_token', () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
    localStorage.setItem(site.storageKey, JSON.stringify({ ...tab.auth.getAuth().session, expires_at: 1 }));
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth()).toMatchObject({ ...signedOut, ended: null });
  });

  it('keeps the session if the others could not be ended', async () => {
    site.online = false;
    await expect(tab.auth.getAuth().logout({ everywhere: true })).rejects.toMatchObject({ action: 'logout', code: 'network' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, error: 'Failed to fetch' });
    expect(errors).toHaveBeenCalledWith('Logout error:', expect.anything());
  });
});

describe('mails use the language of the page, because', () => {
  afterEach(() => {
    document.documentElement.lang = '';
  });

  it.each([
    ['de', 'de'],
    ['ar', 'ar'],
    ['de-AT', 'de'],
    ['', 'en'],
  ])('on a page in "%s", every update of the account stores "%s"', async (lang, language) => {
    document.documentElement.lang = lang;
    await tab.settled();
    await tab.auth.getAuth().register({ email: 'grace@example.com', password: 'correct horse', name: 'Grace' });
    expect(site.lastBody('POST /auth/v1/signup')).toMatchObject({ data: { name: 'Grace', language } });
    await tab.auth.getAuth().updateProfile({ name: 'Admiral' });
    expect(site.lastBody('PUT /auth/v1/user')).toMatchObject({ data: { name: 'Admiral', language } });
    await tab.auth.getAuth().updatePassword('another horse');
    expect(site.lastBody('PUT /auth/v1/user')).toMatchObject({ password: 'another horse', data: { language, needs_password: null } });
    expect(site.count('PUT /auth/v1/user')).toBe(2);
    expect(tab.auth.getAuth().user?.user_metadata).toMatchObject({ name: 'Admiral', language });
  });

  it('an update stores the language of the current page', async () => {
    await tab.auth.getAuth().login(ada);
    document.documentElement.lang = 'de';
    await tab.auth.getAuth().updateProfile({ name: 'Countess' });
    document.documentElement.lang = 'ar';
    await tab.auth.getAuth().updatePassword('another horse');
    expect(tab.auth.getAuth().user?.user_metadata).toMatchObject({ name: 'Countess', language: 'ar' });
  });
});

describe('changes of the account', () => {
  it('saves a new name in the account and in the state', async () => {
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().updateProfile({ name: 'Countess' });
    expect(tab.auth.getAuth().user?.user_metadata).toMatchObject({ name: 'Countess' });
    expect(localStorage.getItem('user')).toContain('Countess');
  });

  it('saves a new password, which then logs in', async () => {
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().updatePassword('another horse', ada.password);
    expect(site.lastBody('PUT /auth/v1/user')).toMatchObject({ password: 'another horse', current_password: ada.password });
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login({ ...ada, password: 'another horse' });
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  });

  it('fail without a session', async () => {
    await tab.settled();
    await expect(tab.auth.getAuth().updatePassword('x')).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

it('keeps the actions identical through every change of the state', async () => {
  const before = tab.auth.getAuth();
  await before.login(ada);
  const after = tab.auth.getAuth();
  expect([after.login, after.logout, after.register]).toEqual([before.login, before.logout, before.register]);
  expect(after).not.toBe(before);
});

it('a listener that subscribed twice is called until both ends', async () => {
  const seen = jest.fn();
  const [end, endOther] = [tab.auth.subscribe(seen), tab.auth.subscribe(seen)];
  end();
  await tab.auth.getAuth().login(ada);
  expect(seen).toHaveBeenCalled();
  endOther();
  seen.mockClear();
  await tab.auth.getAuth().logout();
  expect(seen).not.toHaveBeenCalled();
});

it('an error in a listener does not break a sign-in', async () => {
  const seen = jest.fn();
  tab.auth.subscribe(() => {
    throw new Error('a page module failed');
  });
  tab.auth.subscribe(seen);
  await tab.auth.getAuth().login(ada);
  expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  expect(seen).toHaveBeenCalled();
});
