import type { Auth, AuthActionName, AuthModule } from '@atrium/page-kit/contract/auth';
import { answerWith, newPerson, type ParityWorld, visitForEach } from './parity-world.ts';

/** What a state says beside user and session. */
function outline({ loading, error, isAuthenticated, status, assurance, permissions, ended }: Auth) {
  return { loading, error, isAuthenticated, status, assurance, permissions, ended };
}

const NOBODY = { currentLevel: null, nextLevel: null };
const SIGNED_OUT = { loading: false, error: null, isAuthenticated: false, status: 'ready', assurance: NOBODY, permissions: [], ended: null };
const ONE_MEANS = { currentLevel: 'aal1', nextLevel: 'aal1' };
const SIGNED_IN = { ...SIGNED_OUT, isAuthenticated: true, assurance: ONE_MEANS };

async function settled({ auth }: AuthModule): Promise<Auth> {
  await auth.getSupabase();
  return new Promise((resolve) => {
    const check = () => {
      if (auth.getAuth().status === 'starting') return;
      end();
      resolve(auth.getAuth());
    };
    const end = auth.subscribe(check);
    check();
  });
}

/** The state and the actions of the page contract, the second factor apart. */
export function describeSignIn(openWorld: () => ParityWorld): void {
  const here = visitForEach(openWorld);
  const auth = () => here.tab.auth.getAuth();


  it('is loading, then ready and signed out', async () => {
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, loading: true, status: 'starting' });
    expect(outline(await settled(here.tab))).toEqual(SIGNED_OUT);
    expect(Object.keys(auth()).sort()).toEqual(['assurance', 'deleteAccount', 'ended', 'error', 'isAuthenticated', 'loading', 'login', 'logout', 'mfa', 'permissions', 'redeemLink', 'register', 'resendConfirmation', 'resetPassword', 'retryStart', 'session', 'status', 'updateEmail', 'updatePassword', 'updateProfile', 'user']);
    expect(here.tab.auth.hasStoredSession()).toBe(false);
  });

  it('registers, logs out and logs in, and tells all who listen', async () => {
    const person = newPerson();
    const seen: unknown[] = [];
    const end = here.tab.auth.subscribe(() => seen.push([auth().loading, auth().isAuthenticated]));
    expect(await auth().register(person)).toBe('signed-in');
    expect(outline(auth())).toEqual(SIGNED_IN);
    expect(auth().user).toMatchObject({ email: person.email, user_metadata: { name: 'Ada', email_verified: true }, app_metadata: { provider: 'email' } });
    expect(auth().session?.user).toBe(auth().user);
    expect(JSON.parse(localStorage.getItem('user') ?? 'null')).toMatchObject({ email: person.email });
    expect(here.tab.auth.hasStoredSession()).toBe(true);
    expect(seen.at(0)).toEqual([true, false]);
    expect(seen.at(-1)).toEqual([false, true]);
    end();
    seen.length = 0;
    await auth().logout();
    expect(outline(auth())).toEqual(SIGNED_OUT);
    expect(localStorage.getItem('user')).toBeNull();
    const user = await auth().login(person);
    expect(auth().user).toEqual(user);
    expect(seen).toEqual([]);
  });

  it('goes on in the next visit', async () => {
    await auth().register(newPerson());
    const { user } = auth();
    const next = await here.world.openTab();
    expect(outline(await settled(next))).toEqual(SIGNED_IN);
    expect(next.auth.getAuth().user).toEqual(user);
  });

  it.each([
    ['a wrong password', (person: ReturnType<typeof newPerson>) => auth().login({ ...person, password: 'wrong' }), failed('login', 'invalid_credentials', 400, 'Invalid login credentials')],
    ['an unknown address', () => auth().login(newPerson()), failed('login', 'invalid_credentials', 400, 'Invalid login credentials')],
    ['an address that is taken', (person: ReturnType<typeof newPerson>) => auth().register(person), failed('register', 'user_already_exists', 422, 'User already registered')],
    ['a weak password', () => auth().register({ ...newPerson(), password: 'x' }), failed('register', 'weak_password', 422, 'Password should be at least 6 characters.')],
    ['no address', () => auth().register({ ...newPerson(), email: 'nobody' }), failed('register', 'validation_failed', 400, 'Unable to validate email address: invalid format')],
    ['a link that is none', () => auth().redeemLink({ tokenHash: 'pkce_none', type: 'recovery' }), failed('redeemLink', 'otp_expired', 403, 'Email link is invalid or has expired')],
    ['a code without its browser', () => auth().redeemLink({ code: 'none' }), failed('redeemLink', 'pkce_code_verifier_not_found', 400, 'This link works only in the browser that asked for it. Open it there, or ask for a new link here.')],
    ['a new password of nobody', () => auth().updatePassword('another horse'), failed('updatePassword', 'session_not_found', 400, 'Auth session missing!')],
    ['a deletion of nobody', () => auth().deleteAccount('another horse'), failed('deleteAccount', 'session_not_found', 400, 'Auth session missing!')],
    ['a name of nobody', () => auth().updateProfile({ name: 'Bea' }), failed('updateProfile', 'session_not_found', 400, 'Auth session missing!')],
  ])('refuses %s by code, status and message', async (_, act, expected) => {
    const person = newPerson();
    await auth().register(person);
    await auth().logout();
    const failure: unknown = await act(person).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).toMatchObject({ name: 'AuthActionError', message: auth().error, retryAfterSeconds: null });
    expect(said(failure)).toEqual(expected);
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, error: auth().error });
    await auth().login(person);
    expect(auth().error).toBeNull();
  });

  it.each([
    ['the same password again', (person: ReturnType<typeof newPerson>) => auth().updatePassword(person.password), failed('updatePassword', 'same_password', 422, 'New password should be different from the old password.')],
    ['a password that is too short', () => auth().updatePassword('x'), failed('updatePassword', 'weak_password', 422, 'Password should be at least 6 characters.')],
    ['a deletion with a wrong password', () => auth().deleteAccount('wrong'), failed('deleteAccount', 'invalid_credentials', 403, 'The password is not right. Correct it, then try again.')],
    ['an address that is none', () => auth().updateEmail('nobody'), failed('updateEmail', 'validation_failed', 400, 'Unable to validate email address: invalid format')],
  ])('refuses %s to who is signed in', async (_, act, expected) => {
    const person = newPerson();
    await auth().register(person);
    const failure: unknown = await act(person).catch((error: unknown) => error);
    expect(said(failure)).toEqual(expected);
    expect(outline(auth())).toEqual({ ...SIGNED_IN, error: auth().error });
  });

  it('has a message of its own for a service that says nothing', async () => {
    await settled(here.tab);
    const end = answerWith(() => Response.json({}, { status: 400 }));
    const failures = [
      await auth().login(newPerson()).catch(said),
      await auth().register(newPerson()).catch(said),
      await auth().resetPassword('ada@example.com').catch(said),
    ];
    end();
    await auth().register(newPerson());
    const endAnew = answerWith(() => Response.json({}, { status: 400 }));
    failures.push(await auth().logout({ everywhere: true }).catch(said));
    endAnew();
    expect(failures).toEqual([
      failed('login', 'unknown', 400, 'An error occurred during login'),
      failed('register', 'unknown', 400, 'An error occurred during registration'),
      failed('resetPassword', 'unknown', 400, 'An error occurred requesting password reset'),
      failed('logout', 'unknown', 400, 'An error occurred during logout'),
    ]);
  });

  it('tells a connection that is away from a service that refuses', async () => {
    await auth().register(newPerson());
    const end = answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(auth().updateProfile({ name: 'Bea' })).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(outline(auth())).toMatchObject({ isAuthenticated: true, loading: false, error: 'Failed to fetch' });
    await expect(auth().logout()).rejects.toMatchObject({ action: 'logout', code: 'network', status: 0 });
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, error: 'Failed to fetch' });
    end();
  });

  it('says how long to wait', async () => {
    await settled(here.tab);
    const message = 'For security purposes, you can only request this after 57 seconds.';
    const end = answerWith(() => Response.json({ code: 429, error_code: 'over_email_send_rate_limit', msg: message }, { status: 429 }));
    await expect(auth().resetPassword('ada@example.com')).rejects.toMatchObject({ message, code: 'over_email_send_rate_limit', status: 429, retryAfterSeconds: 57 });
    end();
  });

  it('sets a new password through a mailed link, which works once', async () => {
    const person = newPerson();
    await auth().register(person);
    await auth().logout();
    await auth().resetPassword(person.email);
    const { tokenHash } = await here.world.newestLink(person.email);
    await auth().redeemLink({ tokenHash, type: 'recovery' });
    expect(outline(auth())).toEqual(SIGNED_IN);
    await auth().updatePassword('another horse battery');
    await auth().logout();
    await auth().login({ ...person, password: 'another horse battery' });
    expect(await auth().redeemLink({ tokenHash, type: 'recovery' }).catch(said)).toEqual(
      failed('redeemLink', 'otp_expired', 403, 'Email link is invalid or has expired'),
    );
    expect(auth().isAuthenticated).toBe(true);
  });

  it('answers alike for addresses that nobody registered', async () => {
    await auth().resetPassword('nobody@example.com');
    await auth().resendConfirmation('nobody@example.com');
    expect(outline(auth())).toEqual(SIGNED_OUT);
  });

  it('saves a new name, and keeps who does not read it from rendering', async () => {
    await auth().register(newPerson());
    const { assurance, login } = auth();
    await auth().updateProfile({ name: 'Countess' });
    expect(auth().user?.user_metadata['name']).toBe('Countess');
    expect(auth().assurance).toBe(assurance);
    expect(auth().login).toBe(login);
  });

  it('deletes the account, and with it every session', async () => {
    const person = newPerson();
    await auth().register(person);
    await auth().deleteAccount(person.password);
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, ended: 'deleted' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(here.tab.auth.hasStoredSession()).toBe(false);
    expect(await auth().login(person).catch(said)).toEqual(failed('login', 'invalid_credentials', 400, 'Invalid login credentials'));
    expect(await auth().register(person)).toBe('signed-in');
  });

  it('notices that the session was ended on another device', async () => {
    const person = newPerson();
    await auth().register(person);
    await here.world.logOutElsewhere(person);
    await expect(auth().mfa.assuranceLevel()).rejects.toMatchObject({ action: 'readFactors', code: 'session_not_found' });
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, ended: 'revoked' });
    await auth().login(person);
    expect(auth().ended).toBeNull();
  });

  it('begins anew where the stored session has run out and is not renewed', async () => {
    const person = newPerson();
    await auth().register(person);
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const stored = JSON.stringify({ ...auth().session, expires_at: 1 });
    await here.world.logOutElsewhere(person);
    localStorage.setItem(key, stored);
    const next = await here.world.openTab();
    const state = await settled(next);
    expect(outline(state)).toEqual(SIGNED_OUT);
  });

  it('verifies tokens, and refuses those that are none', async () => {
    await auth().register(newPerson());
    const token = auth().session?.access_token ?? '';
    expect(await here.tab.verifyToken(token)).toMatchObject({ sub: auth().user?.id, aud: 'authenticated', aal: 'aal1', role: 'authenticated' });
    const [header = '', , signature = ''] = token.split('.');
    const encoded = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('=', '');
    const faults = [];
    for (const forged of [
      'none',
      `${header}.${encoded({ sub: 'somebody' })}.${signature}`,
      `${header}.${encoded({ sub: 'somebody', exp: 1 })}.${signature}`,
      `${header}.${encoded({ sub: 'somebody', exp: 4_000_000_000 })}.${signature}`,
    ]) {
      faults.push(await here.tab.verifyToken(forged).catch((error: unknown) => pick(error, ['name', 'fault', 'message'])));
    }
    expect(faults).toEqual([
      { name: 'TokenError', fault: 'malformed', message: 'Invalid JWT structure' },
      { name: 'TokenError', fault: 'no-expiry', message: 'Missing exp claim' },
      { name: 'TokenError', fault: 'expired', message: 'JWT has expired' },
      { name: 'TokenError', fault: 'signature', message: 'Invalid JWT signature' },
    ]);
  });
}

/** What an error of an action says, for comparing. */
export function said(error: unknown): Record<string, unknown> {
  return pick(error, ['name', 'action', 'code', 'status', 'message']);
}

/** What {@link said} gives of a failed action. */
export function failed(action: AuthActionName, code: string, status: number, message: string): Record<string, unknown> {
  return { name: 'AuthActionError', action, code, status, message };
}

function pick(error: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, error instanceof Error ? Reflect.get(error, name) : undefined]));
}
