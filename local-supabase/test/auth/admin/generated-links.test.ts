import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, PASSWORD } from '../../backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory', '--no-rate-limits', '--confirm-email', '--site-url', 'https://site.example');
});
afterAll(() => backend.stop());

type LinkRequest = Parameters<ReturnType<Backend['admin']>['auth']['admin']['generateLink']>[0];

async function generate(request: LinkRequest) {
  const { data, error } = await backend.admin().auth.admin.generateLink(request);
  if (error) throw error;
  return data;
}

async function createUser(email: string): Promise<void> {
  const { error } = await backend.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(error).toBeNull();
}

test('a sign-up link makes an account, and its code and its link confirm the address', async () => {
  const { properties, user } = await generate({ type: 'signup', email: 'New@example.com', password: PASSWORD, options: { data: { name: 'Ada' } } });
  expect(user).toMatchObject({ email: 'new@example.com', user_metadata: { name: 'Ada' } });
  expect(user?.email_confirmed_at).toBeUndefined();
  const link = new URL(properties?.action_link ?? '');
  expect(Object.fromEntries(link.searchParams)).toEqual({ token: properties?.hashed_token, type: 'signup', redirect_to: 'https://site.example' });
  const client = backend.client();
  const { error } = await client.auth.verifyOtp({ type: 'signup', email: 'new@example.com', token: properties?.email_otp ?? '' });
  expect(error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: 'new@example.com', password: PASSWORD })).error).toBeNull();
});

test.each([['https://site.example/welcome', true], ['https://eve.example/', false]])('a link leads to %s: %s', async (redirectTo, allowed) => {
  await createUser(`${String(allowed)}@example.com`);
  const { properties } = await generate({ type: 'magiclink', email: `${String(allowed)}@example.com`, options: { redirectTo } });
  expect(properties?.redirect_to).toBe(allowed ? redirectTo : 'https://site.example');
});

test.each(['magiclink', 'recovery'] as const)('a %s link logs in once, and no mail is sent', async (type) => {
  const email = `${type}@example.com`;
  await createUser(email);
  const { properties } = await generate({ type, email });
  const verify = () => backend.client().auth.verifyOtp({ type, token_hash: properties?.hashed_token ?? '' });
  expect((await verify()).data.user).toMatchObject({ email });
  expect((await verify()).error).toMatchObject({ code: 'otp_expired' });
  expect(await backend.messages(email)).toEqual([]);
});

test('a log-in link for an unknown address is a sign-up, and an invitation makes an account', async () => {
  expect((await generate({ type: 'magiclink', email: 'unknown@example.com' })).properties?.verification_type).toBe('signup');
  const { properties, user } = await generate({ type: 'invite', email: 'guest@example.com' });
  expect(user?.invited_at).toEqual(expect.any(String));
  const { data } = await backend.client().auth.verifyOtp({ type: 'invite', token_hash: properties?.hashed_token ?? '' });
  expect(data.user).toMatchObject({ email: 'guest@example.com' });
});

test('an address changes when both of its links are redeemed', async () => {
  await createUser('old@example.com');
  const codes = [];
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { properties, user } = await generate({ type, email: 'old@example.com', newEmail: 'changed@example.com' });
    expect(user).toMatchObject({ new_email: 'changed@example.com' });
    codes.push(properties?.email_otp ?? '');
  }
  const logIn = async (email: string) => (await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code;
  const redeem = async (email: string, token = '') => (await backend.client().auth.verifyOtp({ type: 'email_change', email, token })).error;
  expect(await redeem('old@example.com', codes[0])).toBeNull();
  expect(await logIn('old@example.com')).toBeUndefined();
  expect(await redeem('changed@example.com', codes[1])).toBeNull();
  expect(await logIn('old@example.com')).toBe('invalid_credentials');
  expect(await logIn('changed@example.com')).toBeUndefined();
});

test.each<[string, LinkRequest, object]>([
  ['an invalid address', { type: 'signup', email: 'nowhere', password: PASSWORD }, { code: 'validation_failed' }],
  ['a weak password', { type: 'signup', email: 'weak@example.com', password: '1' }, { code: 'weak_password' }],
  ['a reset link for an unknown address', { type: 'recovery', email: 'nobody@example.com' }, { code: 'user_not_found', status: 404 }],
  ['a taken address', { type: 'signup', email: 'taken@example.com', password: PASSWORD }, { code: 'email_exists' }],
])('no link is made for %s', async (_, request, refusal) => {
  if (request.email === 'taken@example.com') await createUser(request.email);
  expect((await backend.admin().auth.admin.generateLink(request)).error).toMatchObject(refusal);
});

test('only the secret key makes links', async () => {
  const { error } = await backend.client().auth.admin.generateLink({ type: 'magiclink', email: 'ann@example.com' });
  expect(error?.status).toBeGreaterThanOrEqual(400);
});
