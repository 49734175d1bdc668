import { describeBackend, newUser, type BackendWorld } from '@atrium/page-kit/testing/backend-contract';
import { json } from './support/fake-site.ts';
import { startLocalBackend, type LocalBackend } from './support/local-backend.ts';
import { closeTabs, openTab, type Tab } from './support/open-tab.ts';

const network = globalThis.fetch;

// A database and real password hashes: slow on a busy machine.
jest.setTimeout(60_000);

let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend(
    network,
    '--migrations=supabase/migrations',
    '--migrations=auth-core/test/support/migrations',
    '--functions=supabase/functions',
    '--config=auth-core/test/support/backend.json',
    '--provider=google',
    '--provider=azure',
    '--provider=keycloak',
  );
});

afterAll(() => backend.stop());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  await closeTabs();
  jest.restoreAllMocks();
});

/** The address for which the newest tab left. */
let leftFor = '';

/**
 * Opens a tab of a site that uses the backend.
 * @param requested receives the path of every request to the backend
 */
function openBackendTab(requested: string[] = []): Promise<Tab> {
  const site = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/api/supabase-credentials') return Promise.resolve(json(200, backend));
      requested.push(pathname);
      return network(input, init);
    },
  };
  return openTab(site, { leaveFor: (address) => (leftFor = address) });
}

/** The embedded backend. The fake backend of the test kit fulfils the same contract in `page-kit/test/testing/fake-backend.test.ts`. */
const embeddedWorld: BackendWorld = {
  openTab: () => openBackendTab(),
  async newestMail(to) {
    const { link, code } = await backend.newestMail(to);
    expect(link.pathname).toBe('/auth/confirm');
    return { tokenHash: link.searchParams.get('token_hash') ?? '', otp: code };
  },
  answerProvider: (answer) => backend.answerProvider(leftFor, answer),
  logOutElsewhere: (user) => backend.logOutEverywhere(user),
  close: () => Promise.resolve(),
};

describe('the embedded backend', () => {
  describeBackend(() => embeddedWorld);
});

it.each(['azure', 'keycloak'] as const)('asks %s for the scope without which it does not tell who logs in', async (provider) => {
  const { auth } = await openBackendTab();
  const { email } = newUser();
  await auth.getAuth().providers.login(provider);
  const { searchParams } = await backend.answerProvider(leftFor, { email });
  await auth.getAuth().redeemLink({ code: searchParams.get('code') ?? '' });
  expect(auth.getAuth().user?.email).toBe(email);

  const other = newUser();
  await auth.getAuth().providers.link(provider, '/settings');
  const linked = await backend.answerProvider(leftFor, { email: other.email });
  await auth.getAuth().redeemLink({ code: linked.searchParams.get('code') ?? '' });
  expect(await auth.getAuth().providers.linked()).toMatchObject([{ email }, { email: other.email }]);
});

it('keeps the name and the password of an invited user who registers instead of opening the invitation', async () => {
  const { auth } = await openBackendTab();
  const user = newUser();
  await backend.invite(user.email);
  await auth.getAuth().register(user);
  expect(auth.getAuth().user?.user_metadata).toMatchObject({ name: user.name });
  expect(auth.getAuth().user?.user_metadata).not.toHaveProperty('needs_password');
  await auth.getAuth().logout();
  expect(await auth.getAuth().login(user)).toMatchObject({ email: user.email });
});

it('refreshes an expired token in the next visit', async () => {
  const first = await openBackendTab();
  await first.auth.getAuth().register(newUser());
  const { user } = first.auth.getAuth();
  const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
  const session = { ...first.auth.getAuth().session, expires_at: 1 };
  localStorage.setItem(key, JSON.stringify(session));
  const second = await openBackendTab();
  const state = await second.settled();
  expect(state.user?.id).toBe(user?.id);
  expect(state.session?.refresh_token).not.toBe(session.refresh_token);
});

it('follows a log-in and a log-out in another tab', async () => {
  const one = await openBackendTab();
  await one.settled();
  const two = await openBackendTab();
  await two.settled();
  const person = newUser();
  await one.auth.getAuth().register(person);
  expect(await two.until(({ isAuthenticated }) => isAuthenticated)).toMatchObject({ user: { email: person.email } });
  await two.auth.getAuth().logout();
  expect(await one.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ error: null, ended: 'elsewhere' });
  expect(two.auth.getAuth().ended).toBeNull();
});

it('fetches the published keys once for each signing key, and still knows an older one', async () => {
  // A visible tab also asks for the user to check its session.
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const requested: string[] = [];
  const { auth, verifyToken } = await openBackendTab(requested);
  const person = newUser();
  await auth.getAuth().register(person);
  const tokenNow = () => auth.getAuth().session?.access_token ?? '';
  const old = tokenNow();
  await verifyToken(old);
  await verifyToken(old);
  await backend.rotateSigningKey();
  await auth.getAuth().login(person);
  expect(tokenNow().split('.')[0]).not.toBe(old.split('.')[0]);
  for (const token of [tokenNow(), old, tokenNow()]) expect(await verifyToken(token)).toMatchObject({ sub: auth.getAuth().user?.id });
  expect(requested.filter((path) => path.endsWith('/jwks.json'))).toHaveLength(2);
  expect(requested.filter((path) => path.endsWith('/user'))).toEqual([]);
});

it('ends the other sessions on request', async () => {
  const user = newUser();
  const { auth } = await openBackendTab();
  await auth.getAuth().register(user);
  const elsewhere = auth.getAuth().session?.refresh_token ?? '';
  const client = await auth.getSupabase();
  const refreshElsewhere = async () => (await client.auth.refreshSession({ refresh_token: elsewhere })).error;
  await client.auth.signInWithPassword(user);
  await auth.getAuth().logout({ everywhere: true });
  expect(await refreshElsewhere()).toMatchObject({ status: 400 });
});

// Last: it stops the backend.
it('keeps the user signed in when the backend stops, and lets them log out of this device', async () => {
  const { auth } = await openBackendTab();
  await auth.getAuth().register(newUser());
  await backend.stop();
  await expect(auth.getAuth().updateProfile({ name: 'Countess' })).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(auth.getAuth()).toMatchObject({ isAuthenticated: true, loading: false });
  expect(auth.getAuth().error).not.toBeNull();
  await expect(auth.getAuth().logout()).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(auth.getAuth()).toMatchObject({ isAuthenticated: false, ended: null });
});
