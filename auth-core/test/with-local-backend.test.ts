import { json } from './support/fake-site.ts';
import { startLocalBackend, type LocalBackend } from './support/local-backend.ts';
import { closeTabs, openTab, type Tab } from './support/open-tab.ts';

const network = globalThis.fetch;
const people = { next: 0 };

// A process of its own, a database and real password hashes: on a busy machine that takes its time.
jest.setTimeout(60_000);

let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend(network);
});

afterAll(() => backend.stop());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  await closeTabs();
  jest.restoreAllMocks();
});

/**
 * A tab of a site whose own server names the real backend.
 * @param asked is given the path of every request to the backend.
 */
function openRealTab(asked: string[] = []): Promise<Tab> {
  return openTab({
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/api/supabase-credentials') return Promise.resolve(json(200, backend));
      asked.push(pathname);
      return network(input, init);
    },
  });
}

function newPerson() {
  people.next += 1;
  return { email: `ada${String(people.next)}@example.com`, password: 'correct horse battery', name: 'Ada' };
}

it('registers, logs out and logs in', async () => {
  const person = newPerson();
  const tab = await openRealTab();
  expect(await tab.auth.getAuth().register(person)).toBe('signed-in');
  expect(tab.auth.getAuth().user).toMatchObject({ email: person.email, user_metadata: { name: 'Ada' } });
  await tab.auth.getAuth().logout();
  expect(tab.auth.getAuth().isAuthenticated).toBe(false);
  const user = await tab.auth.getAuth().login(person);
  expect(tab.auth.getAuth()).toMatchObject({ user, error: null, loading: false, status: 'ready' });
});

it('goes on in the next visit, also when the token has to be refreshed first', async () => {
  const first = await openRealTab();
  await first.auth.getAuth().register(newPerson());
  const { user } = first.auth.getAuth();
  const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
  const session = { ...first.auth.getAuth().session, expires_at: 1 };
  localStorage.setItem(key, JSON.stringify(session));
  const second = await openRealTab();
  const state = await second.settled();
  expect(state.user?.id).toBe(user?.id);
  expect(state.session?.refresh_token).not.toBe(session.refresh_token);
});

it('tells a wrong password, a taken address and a weak password by message and code', async () => {
  const person = newPerson();
  const tab = await openRealTab();
  const { auth } = tab;
  await auth.getAuth().register(person);
  await auth.getAuth().logout();
  await expect(auth.getAuth().login({ ...person, password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid_credentials',
    status: 400,
    message: 'Invalid login credentials',
  });
  await expect(auth.getAuth().register(person)).rejects.toMatchObject({ code: 'user_already_exists', status: 422 });
  await expect(auth.getAuth().register({ ...newPerson(), password: 'x' })).rejects.toMatchObject({ code: 'weak_password', status: 422 });
  expect(auth.getAuth().error).toMatch(/password/i);
});

it('sets a new password through a mailed link, which works once', async () => {
  const person = newPerson();
  const { auth } = await openRealTab();
  await auth.getAuth().register(person);
  await auth.getAuth().logout();
  await auth.getAuth().resetPassword(person.email);
  const link = await backend.newestLink(person.email);
  expect(link.pathname).toBe('/auth/confirm');
  const tokenHash = link.searchParams.get('token_hash') ?? '';
  expect(link.searchParams.get('type')).toBe('recovery');
  await auth.getAuth().redeemLink({ tokenHash, type: 'recovery' });
  await auth.getAuth().updatePassword('a new horse battery');
  await auth.getAuth().logout();
  await auth.getAuth().login({ ...person, password: 'a new horse battery' });
  expect(auth.getAuth().isAuthenticated).toBe(true);
  await expect(auth.getAuth().redeemLink({ tokenHash, type: 'recovery' })).rejects.toMatchObject({ code: 'otp_expired' });
  expect(auth.getAuth().isAuthenticated).toBe(true);
});

it('answers alike for an address that nobody registered', async () => {
  const { auth } = await openRealTab();
  await auth.getAuth().resetPassword('nobody@example.com');
  expect(auth.getAuth()).toMatchObject({ error: null, loading: false });
});

it('saves a new name', async () => {
  const { auth } = await openRealTab();
  await auth.getAuth().register(newPerson());
  await auth.getAuth().updateProfile({ name: 'Countess' });
  expect(auth.getAuth().user?.user_metadata['name']).toBe('Countess');
});

it('follows a log-in and a log-out in another tab', async () => {
  const one = await openRealTab();
  await one.settled();
  const two = await openRealTab();
  await two.settled();
  const person = newPerson();
  await one.auth.getAuth().register(person);
  expect(await two.until(({ isAuthenticated }) => isAuthenticated)).toMatchObject({ user: { email: person.email } });
  await two.auth.getAuth().logout();
  expect(await one.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ error: null, ended: 'elsewhere' });
  expect(two.auth.getAuth().ended).toBeNull();
});

it('notices that the session was ended on another device', async () => {
  const person = newPerson();
  const { auth } = await openRealTab();
  await auth.getAuth().register(person);
  const device = await openRealTab();
  const token = auth.getAuth().session?.access_token ?? '';
  await backend.logOutEverywhere(person);
  await expect(auth.getAuth().mfa.assuranceLevel()).rejects.toMatchObject({ code: 'session_not_found' });
  expect(auth.getAuth()).toMatchObject({ isAuthenticated: false, ended: 'revoked' });
  await expect(device.verifyToken(token)).resolves.toMatchObject({ aal: 'aal1' });
});

it('verifies the tokens of the backend with its published keys, and knows their level', async () => {
  const { auth, verifyToken } = await openRealTab();
  await auth.getAuth().register(newPerson());
  const { session, user } = auth.getAuth();
  const token = session?.access_token ?? '';
  expect(await verifyToken(token)).toMatchObject({ sub: user?.id, aud: 'authenticated', aal: 'aal1' });
  const [header, , signature] = token.split('.');
  const payload = btoa(JSON.stringify({ sub: 'somebody', exp: 4_000_000_000 })).replaceAll('=', '');
  await expect(verifyToken(`${String(header)}.${payload}.${String(signature)}`)).rejects.toMatchObject({ fault: 'signature' });
  const level = { currentLevel: 'aal1', nextLevel: 'aal1' };
  expect(await auth.getAuth().mfa.assuranceLevel()).toEqual(level);
  expect(auth.getAuth().assurance).toEqual(level);
});

it('asks for the published keys once for each key that signs, and knows an older one still', async () => {
  const asked: string[] = [];
  const { auth, verifyToken } = await openRealTab(asked);
  const person = newPerson();
  await auth.getAuth().register(person);
  const tokenNow = () => auth.getAuth().session?.access_token ?? '';
  const old = tokenNow();
  await verifyToken(old);
  await verifyToken(old);
  await backend.rotateSigningKey();
  await auth.getAuth().login(person);
  expect(tokenNow().split('.')[0]).not.toBe(old.split('.')[0]);
  for (const token of [tokenNow(), old, tokenNow()]) expect(await verifyToken(token)).toMatchObject({ sub: auth.getAuth().user?.id });
  expect(asked.filter((path) => path.endsWith('/jwks.json'))).toHaveLength(2);
  expect(asked.filter((path) => path.endsWith('/user'))).toEqual([]);
});

it('ends the other sessions when asked, and only then', async () => {
  const person = newPerson();
  const { auth } = await openRealTab();
  await auth.getAuth().register(person);
  const elsewhere = auth.getAuth().session?.refresh_token ?? '';
  const client = await auth.getSupabase();
  const refreshElsewhere = async () => (await client.auth.refreshSession({ refresh_token: elsewhere })).error;
  await client.auth.signInWithPassword(person);
  await auth.getAuth().logout({ everywhere: true });
  expect(await refreshElsewhere()).toMatchObject({ status: 400 });
});

// The last: it ends the backend.
it('keeps the person signed in when the backend goes away, and lets them log out of this device', async () => {
  const { auth } = await openRealTab();
  await auth.getAuth().register(newPerson());
  await backend.stop();
  await expect(auth.getAuth().updateProfile({ name: 'Countess' })).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(auth.getAuth()).toMatchObject({ isAuthenticated: true, loading: false });
  expect(auth.getAuth().error).not.toBeNull();
  await expect(auth.getAuth().logout()).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(auth.getAuth()).toMatchObject({ isAuthenticated: false, ended: null });
});
