import type { Auth, AuthActionName } from '../../src/contract/auth.ts';
import { type BackendTab, type BackendWorld, newUser, visitForEach } from './world.ts';

/** The state without user and session. */
function outline({ loading, error, isAuthenticated, status, assurance, permissions, ended }: Auth) {
  return { loading, error, isAuthenticated, status, assurance, permissions, ended };
}

const NO_LEVELS = { currentLevel: null, nextLevel: null };
const SIGNED_OUT = { loading: false, error: null, isAuthenticated: false, status: 'ready', assurance: NO_LEVELS, permissions: [], ended: null };
const AAL1 = { currentLevel: 'aal1', nextLevel: 'aal1' };
const SIGNED_IN = { ...SIGNED_OUT, isAuthenticated: true, assurance: AAL1 };

async function settled({ auth }: BackendTab): Promise<Auth> {
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

/** The calls behind the actions of the sign-in, without the second factor. */
export function describeSignIn(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  const auth = () => here.tab.auth.getAuth();

  it('registers, logs out and logs in', async () => {
    const person = newUser();
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

  it('the next visit continues the session', async () => {
    await auth().register(newUser());
    const { user } = auth();
    const next = await here.world.openTab();
    expect(outline(await settled(next))).toEqual(SIGNED_IN);
    expect(next.auth.getAuth().user).toEqual(user);
  });

  it.each([
    ['a wrong password', (person: ReturnType<typeof newUser>) => auth().login({ ...person, password: 'wrong' }), failed('login', 'invalid_credentials', 400, 'Invalid login credentials')],
    ['an unknown address', () => auth().login(newUser()), failed('login', 'invalid_credentials', 400, 'Invalid login credentials')],
    ['an address that is taken', (person: ReturnType<typeof newUser>) => auth().register(person), failed('register', 'user_already_exists', 422, 'User already registered')],
    ['a weak password', () => auth().register({ ...newUser(), password: 'x' }), failed('register', 'weak_password', 422, 'Password should be at least 6 characters.')],
    ['an invalid address', () => auth().register({ ...newUser(), email: 'no-address' }), failed('register', 'validation_failed', 400, 'Unable to validate email address: invalid format')],
    ['an invalid link', () => auth().redeemLink({ tokenHash: 'pkce_none', type: 'recovery' }), failed('redeemLink', 'otp_expired', 403, 'Email link is invalid or has expired')],
    ['a wrong code of a mail', (person: ReturnType<typeof newUser>) => auth().loginWithCode({ email: person.email, code: '000000' }), failed('loginWithCode', 'otp_expired', 403, 'Token has expired or is invalid')],
    ['a code of another browser', () => auth().redeemLink({ code: 'none' }), failed('redeemLink', 'pkce_code_verifier_not_found', 400, 'This link works only in the browser that requested it. Open it there, or request a new link here.')],
    ['a new password without a session', () => auth().updatePassword('another horse'), failed('updatePassword', 'session_not_found', 400, 'Auth session missing!')],
    ['a deletion without a session', () => auth().deleteAccount('another horse'), failed('deleteAccount', 'session_not_found', 400, 'Auth session missing!')],
    ['a new name without a session', () => auth().updateProfile({ name: 'Bea' }), failed('updateProfile', 'session_not_found', 400, 'Auth session missing!')],
  ])('refuses %s by code, status and message', async (_, act, expected) => {
    const person = newUser();
    await auth().register(person);
    await auth().logout();
    const failure: unknown = await act(person).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).toMatchObject({ name: 'AuthActionError', message: auth().error, retryAfterSeconds: null });
    expect(fieldsOf(failure)).toEqual(expected);
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, error: auth().error });
    await auth().login(person);
    expect(auth().error).toBeNull();
  });

  it.each([
    ['the same password again', (person: ReturnType<typeof newUser>) => auth().updatePassword(person.password), failed('updatePassword', 'same_password', 422, 'New password should be different from the old password.')],
    ['a password that is too short', () => auth().updatePassword('x'), failed('updatePassword', 'weak_password', 422, 'Password should be at least 6 characters.')],
    ['a deletion with a wrong password', () => auth().deleteAccount('wrong'), failed('deleteAccount', 'invalid_credentials', 403, 'Wrong password. Correct it, then try again.')],
    ['an invalid address', () => auth().updateEmail('no-address'), failed('updateEmail', 'validation_failed', 400, 'Unable to validate email address: invalid format')],
  ])('refuses %s of a signed-in user', async (_, act, expected) => {
    const person = newUser();
    await auth().register(person);
    const failure: unknown = await act(person).catch((error: unknown) => error);
    expect(fieldsOf(failure)).toEqual(expected);
    expect(outline(auth())).toEqual({ ...SIGNED_IN, error: auth().error });
  });

  it('sets a new password through a mailed link, which works once', async () => {
    const person = newUser();
    await auth().register(person);
    await auth().logout();
    await auth().resetPassword(person.email);
    const { tokenHash } = await here.world.newestMail(person.email);
    await auth().redeemLink({ tokenHash, type: 'recovery' });
    expect(outline(auth())).toEqual(SIGNED_IN);
    await auth().updatePassword('another horse battery');
    await auth().logout();
    await auth().login({ ...person, password: 'another horse battery' });
    expect(await auth().redeemLink({ tokenHash, type: 'recovery' }).catch(fieldsOf)).toEqual(
      failed('redeemLink', 'otp_expired', 403, 'Email link is invalid or has expired'),
    );
    expect(auth().isAuthenticated).toBe(true);
  });

  it('logs in with a mailed code, which works once, and makes an account for an unknown address', async () => {
    const known = newUser();
    await auth().register(known);
    await auth().logout();
    for (const { email } of [known, newUser()]) {
      await auth().requestLoginCode(email, '/orders');
      const { otp } = await here.world.newestMail(email);
      expect((await auth().loginWithCode({ email, code: otp })).email).toBe(email);
      expect(auth().user?.user_metadata['needs_password']).toBe(email === known.email ? undefined : true);
      await auth().logout();
      expect(await auth().loginWithCode({ email, code: otp }).catch(fieldsOf)).toEqual(failed('loginWithCode', 'otp_expired', 403, 'Token has expired or is invalid'));
    }
  });

  it('does not reveal whether an address is registered', async () => {
    await auth().resetPassword('unknown@example.com');
    await auth().resendConfirmation('unknown@example.com');
    expect(outline(auth())).toEqual(SIGNED_OUT);
  });

  it('saves a new name', async () => {
    await auth().register(newUser());
    const { assurance, login } = auth();
    await auth().updateProfile({ name: 'Countess' });
    expect(auth().user?.user_metadata['name']).toBe('Countess');
    expect(auth().assurance).toBe(assurance);
    expect(auth().login).toBe(login);
  });

  it('deletes the account and its sessions', async () => {
    const person = newUser();
    await auth().register(person);
    await auth().deleteAccount(person.password);
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, ended: 'deleted' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(here.tab.auth.hasStoredSession()).toBe(false);
    expect(await auth().login(person).catch(fieldsOf)).toEqual(failed('login', 'invalid_credentials', 400, 'Invalid login credentials'));
    expect(await auth().register(person)).toBe('signed-in');
  });

  it('notices that another device ended the session', async () => {
    const person = newUser();
    await auth().register(person);
    await here.world.logOutElsewhere(person);
    await expect(auth().mfa.assuranceLevel()).rejects.toMatchObject({ action: 'readFactors', code: 'session_not_found' });
    expect(outline(auth())).toEqual({ ...SIGNED_OUT, ended: 'revoked' });
    await auth().login(person);
    expect(auth().ended).toBeNull();
  });

  it('starts signed out if the stored session has expired and cannot be refreshed', async () => {
    const person = newUser();
    await auth().register(person);
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const stored = JSON.stringify({ ...auth().session, expires_at: 1 });
    await here.world.logOutElsewhere(person);
    localStorage.setItem(key, stored);
    const next = await here.world.openTab();
    const state = await settled(next);
    expect(outline(state)).toEqual(SIGNED_OUT);
  });

  it('verifies its own tokens, and refuses others', async () => {
    await auth().register(newUser());
    const token = auth().session?.access_token ?? '';
    expect(await here.tab.verifyToken(token)).toMatchObject({ sub: auth().user?.id, aud: 'authenticated', aal: 'aal1', role: 'authenticated' });
    const [header = '', , signature = ''] = token.split('.');
    const encoded = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('=', '');
    const faults = [];
    for (const forged of [
      'none',
      `${header}.${encoded({ sub: 'other' })}.${signature}`,
      `${header}.${encoded({ sub: 'other', exp: 1 })}.${signature}`,
      `${header}.${encoded({ sub: 'other', exp: 4_000_000_000 })}.${signature}`,
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

/** The fields of an action's error. */
export function fieldsOf(error: unknown): Record<string, unknown> {
  return pick(error, ['name', 'action', 'code', 'status', 'message']);
}

/** What {@link fieldsOf} returns for a failed action. */
export function failed(action: AuthActionName, code: string, status: number, message: string): Record<string, unknown> {
  return { name: 'AuthActionError', action, code, status, message };
}

function pick(error: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, error instanceof Error ? Reflect.get(error, name) : undefined]));
}
