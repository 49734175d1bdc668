import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, codeOf, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../../backend.ts';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, {
    additional_redirect_urls: ['https://*.preview.example/welcome/**', 'https://{app,admin}.example/[a-c]?/**'],
    email: { max_frequency: '0s' },
  });
  backend = await Backend.start('--memory', '--site-url', 'https://site.example', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

async function register(email: string): Promise<ReturnType<Backend['client']>> {
  const client = backend.client();
  await client.auth.signUp({ email, password: PASSWORD });
  return client;
}

/** Follows the link of a stock mail template like a browser. Returns the redirect. */
async function follow(tokenHash: string, type: string, redirectTo: string): Promise<URL> {
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo });
  const response = await fetch(`${backend.ready.apiUrl}/auth/v1/verify?${query.toString()}`, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

test('a reset link works on another device, and the user can set a new password', async () => {
  await register('forgot@example.com');
  const { error } = await backend.client().auth.resetPasswordForEmail('forgot@example.com', {
    redirectTo: 'https://site.example/update-password',
  });
  expect(error).toBeNull();
  const message = await backend.newestMessage('forgot@example.com');
  const link = new URL(message.links[0] ?? '');
  expect(link.origin + link.pathname).toBe('https://site.example/auth/confirm');
  expect(link.searchParams.get('type')).toBe('recovery');
  expect(link.searchParams.get('next')).toBe('https://site.example/update-password');
  expect(message.html).toContain(`href="${message.links[0]?.replaceAll('&', '&amp;') ?? ''}"`);

  const other = backend.client();
  const verified = await other.auth.verifyOtp({ token_hash: tokenHashOf(message), type: 'recovery' });
  expect(verified.error).toBeNull();
  expect((await other.auth.updateUser({ password: 'brand new words' })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: 'forgot@example.com', password: 'brand new words' })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: 'forgot@example.com', password: PASSWORD })).error?.code).toBe('invalid_credentials');
});

test('a reset request for an unknown address gets the same response and sends no mail', async () => {
  const { data, error } = await backend.client().auth.resetPasswordForEmail('stranger@example.com');
  expect([data, error]).toEqual([{}, null]);
  expect(await backend.messages('stranger@example.com')).toEqual([]);
});

test('a stock link returns a code that only the requesting browser can redeem', async () => {
  const asking = await register('stock@example.com');
  await asking.auth.signOut({ scope: 'local' });
  await asking.auth.resetPasswordForEmail('stock@example.com', { redirectTo: 'https://site.example/auth/confirm' });
  const landed = await follow(tokenHashOf(await backend.newestMessage('stock@example.com')), 'recovery', 'https://site.example/auth/confirm');
  const code = landed.searchParams.get('code') ?? '';
  expect(landed.pathname).toBe('/auth/confirm');

  const stolen = await backend.fetch('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    body: { auth_code: code, code_verifier: 'a'.repeat(56) },
  });
  expect(await stolen.json()).toMatchObject({ error_code: 'bad_code_verifier' });

  const { data, error } = await asking.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe('stock@example.com');
  const repeated = await backend.fetch('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    body: { auth_code: code, code_verifier: 'a'.repeat(56) },
  });
  expect([repeated.status, await repeated.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }]);
});

test('a HEAD request does not redeem a link', async () => {
  await register('head@example.com');
  await backend.client().auth.resetPasswordForEmail('head@example.com');
  const hash = tokenHashOf(await backend.newestMessage('head@example.com'));
  await fetch(`${backend.ready.apiUrl}/auth/v1/verify?token=${hash}&type=recovery`, { method: 'HEAD', redirect: 'manual' });
  expect((await follow(hash, 'recovery', 'https://site.example/')).searchParams.get('code')).not.toBeNull();
});

test('a used or invalid link redirects to the site with the reason', async () => {
  const asking = await register('used@example.com');
  await asking.auth.resetPasswordForEmail('used@example.com');
  const hash = tokenHashOf(await backend.newestMessage('used@example.com'));
  await follow(hash, 'recovery', 'https://site.example/auth/confirm');
  const landed = await follow(hash, 'recovery', 'https://site.example/auth/confirm');
  expect(Object.fromEntries(landed.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
  const forged = await follow('f'.repeat(56), 'recovery', 'https://site.example/auth/confirm');
  expect(new URLSearchParams(forged.hash.slice(1)).get('error_description')).toBe('Email link is invalid or has expired');
  expect(new URLSearchParams(landed.hash.slice(1)).get('error_code')).toBe('otp_expired');
});

test.each([
  ['https://site.example/anywhere?x=1', true],
  ['https://eve.example/', false],
  ['https://site.example.eve.example/', false],
  ['https://one.preview.example/welcome/deep/down', true],
  ['https://admin.example/b1/x', true],
  ['https://admin.example/d1/x', false],
  ['https://other.example/b1/x', false],
  ['https://one.two.preview.example/welcome/', false],
  ['https://one.preview.example/elsewhere', false],
  ['javascript:alert(1)', false],
  ['//eve.example', false],
])('mail links redirect to %s: %s', async (redirectTo, allowed) => {
  const email = `redirect-${String(allowed)}-${String(redirectTo.length)}@example.com`;
  const client = await register(email);
  await client.auth.resetPasswordForEmail(email, { redirectTo });
  const link = new URL((await backend.newestMessage(email)).links[0] ?? '');
  expect(link.origin).toBe('https://site.example');
  expect(link.searchParams.get('next')).toBe(allowed ? redirectTo : 'https://site.example');
});

test('a log-in link or its code signs in, and creates the account if allowed', async () => {
  const client = backend.client();
  expect((await client.auth.signInWithOtp({ email: 'magic@example.com', options: { shouldCreateUser: false } })).error).toMatchObject({
    code: 'otp_disabled',
    status: 422,
  });
  expect((await client.auth.signInWithOtp({ email: 'magic@example.com', options: { data: { name: 'Mag' } } })).error).toBeNull();
  const byCode = await client.auth.verifyOtp({
    email: 'magic@example.com',
    token: codeOf(await backend.newestMessage('magic@example.com')),
    type: 'email',
  });
  expect(byCode.data.user?.user_metadata['name']).toBe('Mag');

  await client.auth.signInWithOtp({ email: 'magic@example.com' });
  const byHash = await backend.client().auth.verifyOtp({
    token_hash: tokenHashOf(await backend.newestMessage('magic@example.com')),
    type: 'email',
  });
  expect(byHash.error).toBeNull();
});

test('phone numbers are refused as on a project without a provider', async () => {
  expect((await backend.client().auth.signInWithOtp({ phone: '+4915112345678' })).error).toMatchObject({ code: 'phone_provider_disabled' });
  expect((await backend.client().auth.signUp({ phone: '+4915112345678', password: PASSWORD })).error).toMatchObject({ code: 'phone_provider_disabled' });
});
