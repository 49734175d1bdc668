import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import { Backend, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../backend.ts';

const SITE = 'https://site.example:8443';
const RETURN = `${SITE}/login/provider`;

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, {
    enable_manual_linking: true,
    enable_anonymous_sign_ins: true,
    external: { github: { enabled: true, client_id: 'id', secret: 'secret' }, azure: { enabled: true }, keycloak: { enabled: true }, apple: { enabled: false } },
    email: { enable_confirmations: true, max_frequency: '0s' },
  });
  backend = await Backend.start('--memory', '--config', config, '--site-url', SITE, '--provider', 'google');
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

/** A browser that keeps the verifier of its flow. */
function newBrowser(flowType: 'pkce' | 'implicit' = 'pkce'): ReturnType<typeof createClient> {
  const stored = new Map<string, string>();
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value), removeItem: (key: string) => void stored.delete(key) };
  const { apiUrl, publishableKey } = backend.ready;
  return createClient(apiUrl, publishableKey, { auth: { flowType, storage, autoRefreshToken: false, detectSessionInUrl: false } });
}

async function follow(url: string | null | undefined): Promise<URL> {
  const response = await fetch(url ?? '', { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

/** Starts to sign in. Returns the URL of the provider's page. */
async function start(browser: ReturnType<typeof createClient>, provider: 'google' | 'github' = 'google', redirectTo = RETURN): Promise<URL> {
  const { data } = await browser.auth.signInWithOAuth({ provider, options: { redirectTo, skipBrowserRedirect: true } });
  return follow(data.url);
}

/** The user answers the provider's page. Returns where the browser continues. */
function answer(page: URL, fields: Record<string, string>): Promise<URL> {
  return follow(new URL(`callback?${new URLSearchParams({ state: page.searchParams.get('state') ?? '', ...fields }).toString()}`, page).href);
}

async function signIn(browser: ReturnType<typeof createClient>, email: string, provider: 'google' | 'github' = 'google') {
  const back = await answer(await start(browser, provider), { email, name: 'Ada' });
  return browser.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
}

async function registerConfirmed(email: string): Promise<ReturnType<typeof createClient>> {
  const browser = newBrowser('implicit');
  await browser.auth.signUp({ email, password: PASSWORD });
  const { error } = await browser.auth.verifyOtp({ type: 'email', token_hash: tokenHashOf(await backend.newestMessage(email)) });
  expect(error).toBeNull();
  return browser;
}

test('a new person signs in, and again with the same account', async () => {
  expect(await (await backend.fetch('/auth/v1/settings')).json()).toMatchObject({ external: { email: true, google: true, github: true, apple: false } });
  const page = await start(newBrowser());
  const shown = await (await fetch(page)).text();
  expect(shown).toContain('Sign in with google');
  expect(shown).toContain('For development.');

  const { data, error } = await signIn(newBrowser(), 'New@example.com');
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'new@example.com',
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { name: 'Ada', email_verified: true },
    identities: [{ provider: 'google', identity_data: { email: 'new@example.com' } }],
  });
  const again = newBrowser();
  await backend.admin().auth.admin.updateUserById(data.user?.id ?? '', { user_metadata: { name: 'Lovelace', city: 'London' } });
  expect((await signIn(again, 'new@example.com')).data.user).toMatchObject({ id: data.user?.id, user_metadata: { name: 'Ada', city: 'London' } });
  expect((await again.auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
});

test('no script of a website can walk through the provider, in the browser of a developer who visits it', async () => {
  const state = (await start(newBrowser())).searchParams.get('state') ?? '';
  for (const url of [`/authorize?provider=google`, `/provider?state=${state}`, `/callback?state=${state}&email=walked@example.com`]) {
    const response = await fetch(`${backend.ready.apiUrl}/auth/v1${url}`, { redirect: 'manual', headers: { origin: 'https://attacker.example' } });
    expect([url, response.status < 400, response.headers.get('access-control-allow-origin')]).toEqual([url, true, null]);
  }
});

test('a confirmed account with the same address gets the provider and keeps its password', async () => {
  const email = 'both@example.com';
  await registerConfirmed(email);
  const { data } = await signIn(newBrowser(), email, 'github');
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'github'] });
  expect((await newBrowser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('signing in with a provider removes the password of an account whose address was never confirmed', async () => {
  const email = 'victim@example.com';
  await newBrowser().auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Mallory' } } });
  const { data } = await signIn(newBrowser(), email);
  expect(data.user).toMatchObject({ user_metadata: { name: 'Ada' }, identities: [{ provider: 'google' }] });
  expect((await newBrowser().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials');
});

test('a cancelled sign-in, a used state and a code in another browser lead to errors', async () => {
  const page = await start(newBrowser());
  const back = await answer(page, { error: 'access_denied' });
  expect(back.href).toMatch(`${RETURN}?error=access_denied&error_description=`);
  expect(back.searchParams.has('error_code')).toBe(false);
  const used = await fetch(new URL(`callback?state=${page.searchParams.get('state') ?? ''}&email=a%40example.com`, page), { redirect: 'manual' });
  expect([used.status, await used.json()]).toMatchObject([400, { error_code: 'bad_oauth_state' }]);

  const stolen = await answer(await start(newBrowser()), { email: 'stolen@example.com' });
  const other = newBrowser();
  await start(other);
  expect((await other.auth.exchangeCodeForSession(stolen.searchParams.get('code') ?? '')).error?.code).toBe('bad_code_verifier');
});

test('a code works once, even with its verifier', async () => {
  const verifier = 'v'.repeat(43);
  const flow = new URLSearchParams({ provider: 'google', redirect_to: RETURN, code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 's256' });
  const back = await answer(await follow(`${backend.ready.apiUrl}/auth/v1/authorize?${flow.toString()}`), { email: 'once@example.com' });
  const exchange = () =>
    backend.fetch('/auth/v1/token?grant_type=pkce', { method: 'POST', body: { auth_code: back.searchParams.get('code'), code_verifier: verifier } });
  expect((await exchange()).status).toBe(200);
  const again = await exchange();
  expect([again.status, await again.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }]);
});

test('the implicit flow returns tokens in the fragment, and no flow leads to a foreign site', async () => {
  const back = await answer(await start(newBrowser('implicit'), 'google', 'https://evil.example/take'), { email: 'implicit@example.com' });
  expect(back.origin).toBe(SITE);
  expect(back.search).toBe('');
  expect(new URLSearchParams(back.hash.slice(1)).get('access_token')).toMatch(/^ey/);
});

test.each([
  ['azure', 'Error getting user email from external provider'],
  ['keycloak', 'Error getting user profile from external provider'],
] as const)('%s tells nothing without the scope for it', async (provider, message) => {
  const { data } = await newBrowser().auth.signInWithOAuth({ provider, options: { redirectTo: RETURN, skipBrowserRedirect: true } });
  const back = await answer(await follow(data.url), { email: 'ada@example.com' });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure', error_description: message });
});

test('a provider that is off is refused', async () => {
  const refused = await fetch(`${backend.ready.apiUrl}/auth/v1/authorize?provider=apple`, { redirect: 'manual' });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' }]);
});

test('an account of a provider gets an identity with its email when the email changes, and keeps an address when one is removed', async () => {
  const browser = newBrowser('implicit');
  const signedIn = await signIn(newBrowser(), 'moving@example.com');
  await browser.auth.setSession({ access_token: signedIn.data.session?.access_token ?? '', refresh_token: signedIn.data.session?.refresh_token ?? '' });
  expect((await browser.auth.updateUser({ email: 'moved@example.com' })).error).toBeNull();
  for (const address of ['moving@example.com', 'moved@example.com']) {
    await browser.auth.verifyOtp({ type: 'email_change', token_hash: tokenHashOf(await backend.newestMessage(address)) });
  }
  const { data } = await browser.auth.getUser();
  expect(data.user).toMatchObject({ email: 'moved@example.com', app_metadata: { provider: 'google', providers: ['google', 'email'] } });
  const email = data.user?.identities?.find(({ provider }) => provider === 'email');
  expect(email).toMatchObject({ identity_data: { email: 'moved@example.com', email_verified: true } });
  if (!email) throw new Error('The identity is missing.');
  expect((await browser.auth.unlinkIdentity(email)).error).toBeNull();
  expect((await browser.auth.getUser()).data.user).toMatchObject({ email: 'moving@example.com', app_metadata: { providers: ['google'] } });
});

test('an anonymous account becomes a lasting one by linking a provider, unless another account has the address', async () => {
  const browser = newBrowser('implicit');
  await browser.auth.signInAnonymously();
  const { data: taken } = await browser.auth.linkIdentity({ provider: 'google', options: { redirectTo: RETURN, skipBrowserRedirect: true } });
  await registerConfirmed('taken-link@example.com');
  const refused = await answer(new URL(taken.url ?? ''), { email: 'taken-link@example.com' });
  expect(new URLSearchParams(refused.hash.slice(1)).get('error_code')).toBe('email_exists');
  const { data: free } = await browser.auth.linkIdentity({ provider: 'google', options: { redirectTo: RETURN, skipBrowserRedirect: true } });
  await answer(new URL(free.url ?? ''), { email: 'lasting-link@example.com' });
  expect((await browser.auth.getUser()).data.user).toMatchObject({ email: 'lasting-link@example.com', is_anonymous: false, app_metadata: { providers: ['google'] } });
});

test('a provider is added to an account and removed, but never the last identity', async () => {
  const browser = await registerConfirmed('linking@example.com');
  const { data } = await browser.auth.linkIdentity({ provider: 'github', options: { redirectTo: RETURN, skipBrowserRedirect: true } });
  await answer(new URL(data.url ?? ''), { email: 'work@example.com' });
  const { data: linked } = await browser.auth.getUserIdentities();
  const github = linked?.identities.find(({ provider }) => provider === 'github');
  expect(linked?.identities.map(({ provider }) => provider)).toEqual(['email', 'github']);
  expect((await signIn(newBrowser(), 'work@example.com', 'github')).data.user?.email).toBe('linking@example.com');

  const other = await registerConfirmed('other-link@example.com');
  const { data: again } = await other.auth.linkIdentity({ provider: 'github', options: { redirectTo: RETURN, skipBrowserRedirect: true } });
  const back = await answer(new URL(again.url ?? ''), { email: 'work@example.com' });
  expect(back.hash).toMatch(/^#error=server_error&error_code=identity_already_exists&/);

  if (!github) throw new Error('The identity is missing.');
  expect((await other.auth.unlinkIdentity(github)).error?.code).toBe('single_identity_not_deletable');
  expect((await browser.auth.unlinkIdentity(github)).error).toBeNull();
  const [last] = (await browser.auth.getUserIdentities()).data?.identities ?? [];
  if (!last) throw new Error('The identity is missing.');
  expect((await browser.auth.unlinkIdentity(last)).error?.code).toBe('single_identity_not_deletable');
});
