import { newUser, type BackendWorld, visitForEach } from './world.ts';
import { failed, fieldsOf } from './sign-in-contract.ts';

/** The calls behind the actions for other providers. The project allows Google. */
export function describeProviders(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  const auth = () => here.tab.auth.getAuth();

  /** Leaves for the provider and logs in there. Returns where the browser continues. */
  async function leaveAndLogIn(email: string, leave = () => auth().providers.login('google', '/orders')): Promise<URL> {
    await leave();
    return here.world.answerProvider({ email, name: 'Ada' });
  }

  const redeem = ({ searchParams }: URL) => auth().redeemLink({ code: searchParams.get('code') ?? '' });
  const link = () => auth().providers.link('google', '/settings');

  it('logs a new user in, and again with the same account', async () => {
    const { email } = newUser();
    const back = await leaveAndLogIn(email);
    expect([back.origin, back.pathname]).toEqual([window.location.origin, '/auth/confirm']);
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'next', 'type']);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ type: 'provider', next: '/orders' });
    await redeem(back);
    const { user, session } = auth();
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { name: 'Ada', full_name: 'Ada', email, email_verified: true },
      identities: [{ provider: 'google', identity_data: { email, email_verified: true } }],
    });
    expect(JSON.parse(atob(session?.access_token.split('.')[1] ?? ''))).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }], app_metadata: { provider: 'google' } });
    await redeem(await leaveAndLogIn(email));
    expect(auth().user?.id).toBe(user?.id);
    expect(await auth().providers.linked()).toMatchObject([{ provider: 'google', email }]);
  });

  it('gives the account with the same address the provider, which keeps its password', async () => {
    const person = newUser();
    await auth().register(person);
    const { id } = auth().user ?? {};
    await auth().logout();
    await redeem(await leaveAndLogIn(person.email));
    expect(auth().user).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'google'] } });
    expect(await auth().login(person)).toMatchObject({ id });
  });

  it('sends a user who cancels back without a code', async () => {
    await auth().providers.login('google');
    const back = await here.world.answerProvider('cancelled');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ type: 'provider', error: 'access_denied' });
    expect(back.hash).toContain('error=access_denied');
    expect([back.searchParams.has('code'), auth().isAuthenticated]).toEqual([false, false]);
  });

  it('redeems a code once, and only in the flow that it belongs to', async () => {
    const first = await leaveAndLogIn(newUser().email);
    await auth().providers.login('google');
    expect(await redeem(first).catch(fieldsOf)).toEqual(failed('redeemLink', 'bad_code_verifier', 400, 'code challenge does not match previously saved code verifier'));
    const second = await leaveAndLogIn(newUser().email);
    await redeem(second);
    await auth().providers.login('google');
    expect(await redeem(second).catch(fieldsOf)).toEqual(failed('redeemLink', 'flow_state_not_found', 404, 'invalid flow state, no valid flow state found'));
  });

  it('links an account to one user, who can log in with it', async () => {
    const person = newUser();
    const { email } = newUser();
    await auth().register(person);
    await redeem(await leaveAndLogIn(email, link));
    expect(auth().user).toMatchObject({ email: person.email, app_metadata: { providers: ['email', 'google'] } });
    expect(await auth().providers.linked()).toMatchObject([{ provider: 'google', email }]);
    const again = await leaveAndLogIn(email, link);
    expect([again.searchParams.get('error_code'), again.searchParams.get('error_description')]).toEqual(['identity_already_exists', 'Identity is already linked']);

    await auth().register(newUser());
    const taken = await leaveAndLogIn(email, link);
    expect(new URLSearchParams(taken.hash.slice(1)).get('error_code')).toBe('identity_already_exists');
    expect(taken.searchParams.get('error_description')).toBe('Identity is already linked to another user');
    expect(await auth().providers.linked()).toEqual([]);

    await redeem(await leaveAndLogIn(email));
    expect(auth().user?.email).toBe(person.email);
  });

  it('refuses a provider that the project does not allow', async () => {
    await auth().register(newUser());
    expect(await auth().providers.link('apple', '/settings').catch(fieldsOf)).toEqual(failed('linkProvider', 'validation_failed', 400, 'Unsupported provider: provider is not enabled'));
  });
}
