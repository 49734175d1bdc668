import type { Auth } from '@atrium/page-kit/contract/auth';
import { FakeFactors, factor, RIGHT_CODE } from './support/fake-factors.ts';
import { hang, json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

const SUBMITS = 50;
const CHALLENGE = { factorId: 'app', challengeId: 'challenge-0', code: RIGHT_CODE };
const TOKEN_HASH = { tokenHash: 'pkce_1', type: 'recovery' } as const;

const SIGNED_OUT: readonly [string, string, (auth: Auth) => Promise<unknown>][] = [
  ['login', 'POST /auth/v1/token?grant_type=password', (auth) => auth.login({ ...ada })],
  ['register', 'POST /auth/v1/signup', (auth) => auth.register({ email: 'grace@example.com', password: 'correct horse', name: 'Grace' })],
  ['resetPassword', 'POST /auth/v1/recover', (auth) => auth.resetPassword(ada.email)],
  ['requestLoginCode', 'POST /auth/v1/otp', (auth) => auth.requestLoginCode(ada.email)],
  ['loginWithCode', 'POST /auth/v1/verify', (auth) => auth.loginWithCode({ email: ada.email, code: '123456' })],
  ['resendConfirmation', 'POST /auth/v1/resend', (auth) => auth.resendConfirmation(ada.email)],
  ['redeemLink, token hash', 'POST /auth/v1/verify', (auth) => auth.redeemLink({ ...TOKEN_HASH })],
];

const SIGNED_IN: typeof SIGNED_OUT = [
  ['logout', 'POST /auth/v1/logout?scope=local', (auth) => auth.logout()],
  ['logout everywhere', 'POST /auth/v1/logout?scope=global', (auth) => auth.logout({ everywhere: true })],
  ['updatePassword', 'PUT /auth/v1/user', (auth) => auth.updatePassword('another horse')],
  ['updateEmail', 'PUT /auth/v1/user', (auth) => auth.updateEmail('ada@lovelace.example')],
  ['updateProfile', 'PUT /auth/v1/user', (auth) => auth.updateProfile({ name: 'Countess' })],
  ['deleteAccount', 'POST /functions/v1/account-delete', (auth) => auth.deleteAccount(ada.password)],
  ['mfa.factors', 'GET /auth/v1/user', (auth) => auth.mfa.factors()],
  ['mfa.enroll', 'POST /auth/v1/factors', (auth) => auth.mfa.enroll({ type: 'totp', friendlyName: 'New' })],
  ['mfa.challenge', 'POST /auth/v1/factors/app/challenge', (auth) => auth.mfa.challenge('app')],
  ['mfa.verify', 'POST /auth/v1/factors/app/verify', (auth) => auth.mfa.verify({ ...CHALLENGE })],
  ['mfa.unenroll', 'DELETE /auth/v1/factors/app', (auth) => auth.mfa.unenroll('app')],
  ['mfa.rename', 'POST /rest/v1/rpc/account_rename_factor', (auth) => auth.mfa.rename('app', 'Work phone')],
  ['sessions.list', 'POST /rest/v1/rpc/account_sessions', (auth) => auth.sessions.list()],
  ['sessions.end', 'POST /rest/v1/rpc/account_end_session', (auth) => auth.sessions.end('another')],
  ['sessions.activity', 'POST /rest/v1/rpc/account_activity', (auth) => auth.sessions.activity()],
];

/** Runs an action many times in parallel. Returns the number of requests that it sent. */
async function submitOften(request: string, run: (auth: Auth) => Promise<unknown>): Promise<number> {
  const before = site.count(request);
  await Promise.all(Array.from({ length: SUBMITS }, () => run(tab.auth.getAuth())));
  expect(tab.auth.getAuth()).toMatchObject({ loading: false, error: null });
  return site.count(request) - before;
}

describe('fifty simultaneous submits', () => {
  it.each(SIGNED_OUT)('of %s send one request', async (_, request, run) => {
    await tab.settled();
    expect(await submitOften(request, run)).toBe(1);
  });

  it.each(SIGNED_OUT)('of %s during the start-up send one request', async (_, request, run) => {
    expect(tab.auth.getAuth().status).toBe('starting');
    expect(await submitOften(request, run)).toBe(1);
  });

  it('of redeemLink with a code send one request', async () => {
    await tab.auth.getAuth().resetPassword(ada.email);
    expect(await submitOften('POST /auth/v1/token?grant_type=pkce', (auth) => auth.redeemLink({ code: 'from-the-mail' }))).toBe(1);
  });

  it.each(SIGNED_IN)('of %s send one request', async (_, request, run) => {
    const factors = new FakeFactors(site, ada.email);
    await tab.auth.getAuth().login(ada);
    factors.set(factor('app', 'verified'));
    expect(await submitOften(request, run)).toBe(1);
  });

  it('with the event of a button, as an onClick handler passes it, send one request', async () => {
    await tab.auth.getAuth().login(ada);
    site.respondTo('POST /rest/v1/rpc/account_sessions', () => json(200, []));
    const list: (...given: readonly unknown[]) => Promise<unknown> = tab.auth.getAuth().sessions.list;
    const event: Record<string, unknown> = {};
    event['currentTarget'] = event;
    await Promise.all([list(event), list()]);
    expect(site.count('POST /rest/v1/rpc/account_sessions')).toBe(1);
  });

  it('that fail send one request and all reject, and the next submit sends another', async () => {
    await tab.settled();
    const wrong = { ...ada, password: 'wrong' };
    const results = await Promise.allSettled(Array.from({ length: SUBMITS }, () => tab.auth.getAuth().login({ ...wrong })));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(site.count('POST /auth/v1/token')).toBe(1);
    await tab.auth.getAuth().login(ada);
    expect(site.count('POST /auth/v1/token')).toBe(2);
  });

  it('with a refreshed token between them send one request', async () => {
    await tab.auth.getAuth().login(ada);
    const client = await tab.auth.getSupabase();
    let respond: (response: Response) => void = () => undefined;
    site.respondTo('POST /rest/v1/rpc/account_activity', () => new Promise((resolve) => (respond = resolve)));
    const first = tab.auth.getAuth().sessions.activity();
    await client.auth.refreshSession();
    const second = tab.auth.getAuth().sessions.activity();
    respond(json(200, []));
    expect(await Promise.all([first, second])).toEqual([[], []]);
    expect(site.count('POST /rest/v1/rpc/account_activity')).toBe(1);
  });

  it('send no second request while the first hangs', async () => {
    await tab.settled();
    jest.useFakeTimers();
    site.respondTo('POST /auth/v1/token?grant_type=password', hang);
    const logIn = () => tab.auth.getAuth().login({ ...ada }).catch(() => 'gave up');
    const first = logIn();
    await jest.advanceTimersByTimeAsync(10_000);
    const second = logIn();
    expect(site.count('POST /auth/v1/token')).toBe(1);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(await Promise.all([first, second])).toEqual(['gave up', 'gave up']);
    site.respondTo('POST /auth/v1/token?grant_type=password', () => json(200, site.newSession(ada.email)));
    expect(await logIn()).toMatchObject({ email: ada.email });
    expect(site.count('POST /auth/v1/token')).toBe(2);
  });
});
