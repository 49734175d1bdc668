import type { Auth } from '@atrium/page-kit/contract/auth';
import { hang, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

const PASSWORD_GRANT = 'POST /auth/v1/token?grant_type=password';

describe('failures without a message', () => {
  it.each([
    ['login', PASSWORD_GRANT, 'An error occurred during login', 'Login error:', (auth: Auth) => auth.login(ada)],
    [
      'register',
      'POST /auth/v1/signup',
      'An error occurred during registration',
      'Registration error:',
      (auth: Auth) => auth.register({ ...ada, name: 'Ada' }),
    ],
    [
      'resetPassword',
      'POST /auth/v1/recover',
      'An error occurred requesting password reset',
      'Password reset error:',
      (auth: Auth) => auth.resetPassword(ada.email),
    ],
    [
      'logout',
      'POST /auth/v1/logout',
      'An error occurred during logout',
      'Logout error:',
      (auth: Auth) => auth.logout({ everywhere: true }),
    ],
  ])('%s has a default message', async (action, request, message, label, run) => {
    await tab.auth.getAuth().login(ada);
    for (const respond of [
      () => json(500, {}),
      () => json(418, { code: 'odd' }),
      () => new Response('<html>Not what you asked for', { status: 418 }),
    ]) {
      site.respondTo(request, respond);
      await expect(run(tab.auth.getAuth())).rejects.toMatchObject({ action, message });
      expect(tab.auth.getAuth()).toMatchObject({ error: message, loading: false });
    }
    expect(errors).toHaveBeenCalledWith(label, expect.anything());
  });
});

describe('an unreliable network', () => {
  it('a lost connection has the code `network`', async () => {
    await tab.settled();
    site.online = false;
    await expect(tab.auth.getAuth().login(ada)).rejects.toMatchObject({ code: 'network', status: 0, message: 'Failed to fetch' });
  });

  it('a request without a response times out, and the next attempt works', async () => {
    await tab.settled();
    jest.useFakeTimers();
    site.respondTo(PASSWORD_GRANT, hang);
    const failure = tab.auth.getAuth().login(ada).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(16_000);
    expect(await failure).toMatchObject({ code: 'timeout', status: 0, message: 'The server took too long to respond. Check your connection and try again.' });
    site.respondTo(PASSWORD_GRANT, () => json(200, site.newSession(ada.email)));
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth()).toMatchObject({ loading: false, error: null });
  });

  it('the user stays signed in while the backend is down', async () => {
    await tab.auth.getAuth().login(ada);
    site.online = false;
    await tab.auth.getAuth().updateProfile({ name: 'Countess' }).catch(() => undefined);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, error: 'Failed to fetch', loading: false });
  });
});
