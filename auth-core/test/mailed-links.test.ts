import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { authError, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

describe('mails', () => {
  it('requests a reset link that returns to this site', async () => {
    await tab.settled();
    await tab.auth.getAuth().resetPassword(ada.email);
    const address = encodeURIComponent('http://localhost/auth/confirm?type=recovery');
    expect(site.count(`POST /auth/v1/recover?redirect_to=${address}`)).toBe(1);
    expect(site.lastBody('POST /auth/v1/recover')).toMatchObject({ email: ada.email, code_challenge_method: 's256' });
    expect(tab.auth.getAuth()).toMatchObject({ loading: false, error: null });
  });

  it('requests another confirmation mail', async () => {
    await tab.settled();
    await tab.auth.getAuth().resendConfirmation(ada.email);
    expect(site.lastBody('POST /auth/v1/resend')).toMatchObject({ email: ada.email, type: 'signup' });
  });

  it('a confirmation link has the page that the user wanted', async () => {
    const address = encodeURIComponent('http://localhost/auth/confirm?type=email&next=%2Fworkspace%2Fx%3Fa%3D1');
    await tab.settled();
    site.confirmsAddresses = true;
    const next = '/workspace/x?a=1';
    await tab.auth.getAuth().register({ email: 'new@example.com', password: ada.password, name: 'New', next });
    expect(site.count(`POST /auth/v1/signup?redirect_to=${address}`)).toBe(1);
    await tab.auth.getAuth().resendConfirmation('new@example.com', next);
    expect(site.count(`POST /auth/v1/resend?redirect_to=${address}`)).toBe(1);
  });

  it('reports how long to wait', async () => {
    const message = 'For security purposes, you can only request this after 57 seconds.';
    site.respondTo('POST /auth/v1/recover', () => authError(429, 'over_email_send_rate_limit', message));
    await tab.settled();
    await expect(tab.auth.getAuth().resetPassword(ada.email)).rejects.toMatchObject({
      action: 'resetPassword',
      code: 'over_email_send_rate_limit',
      status: 429,
      retryAfterSeconds: 57,
      message,
    });
    expect(errors).toHaveBeenCalledWith('Password reset error:', expect.anything());
  });

  it('does not log an address from a message of the service', async () => {
    site.respondTo('POST /auth/v1/recover', () => authError(400, 'email_address_invalid', 'Email address "ada@example.com" is invalid'));
    await tab.settled();
    await tab.auth.getAuth().resetPassword(ada.email).catch(() => undefined);
    expect(tab.auth.getAuth().error).toBe('Email address "ada@example.com" is invalid');
    expect(JSON.stringify(errors.mock.calls)).not.toContain('ada@example.com');
  });
});

describe('mailed links', () => {
  it('redeems a token hash', async () => {
    await tab.settled();
    await tab.auth.getAuth().redeemLink({ tokenHash: 'abc', type: 'recovery' });
    expect(site.lastBody('POST /auth/v1/verify')).toMatchObject({ token_hash: 'abc', type: 'recovery' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, loading: false });
  });

  describe('of a new account', () => {
    const register = () => tab.auth.getAuth().register({ email: 'new@example.com', password: ada.password, name: 'New' });
    const vouched: unknown[] = [];
    beforeEach(async () => {
      vouched.length = 0;
      site.confirmsAddresses = true;
      site.respondTo('POST /rest/v1/rpc/account_vouch', ({ body }) => {
        vouched.push(body);
        return json(200, true);
      });
      await tab.settled();
    });

    it('is vouched for by the browser that registered it, with a secret that the service does not have', async () => {
      await register();
      const { data } = v.parse(v.object({ data: v.object({ registered_with: v.string() }) }), site.lastBody('POST /auth/v1/signup'));
      await tab.auth.getAuth().redeemLink({ tokenHash: 'abc', type: 'email' });
      const [call] = v.parse(v.tuple([v.strictObject({ email: v.literal('new@example.com'), token_hash: v.literal('abc'), secret: v.string() })]), vouched);
      expect(createHash('sha256').update(call.secret).digest('hex')).toBe(data.registered_with);
      expect(site.requests.findIndex(({ path }) => path.includes('account_vouch'))).toBeLessThan(site.requests.findIndex(({ path }) => path.includes('/verify')));
      // The secret is used once.
      await tab.auth.getAuth().redeemLink({ tokenHash: 'def', type: 'email' });
      expect(vouched).toHaveLength(1);
    });

    it('is not vouched for by another browser, or for a reset link', async () => {
      await tab.auth.getAuth().redeemLink({ tokenHash: 'abc', type: 'email' });
      await register();
      await tab.auth.getAuth().redeemLink({ tokenHash: 'def', type: 'recovery' });
      expect(vouched).toEqual([]);
    });

    it('is redeemed even if the project has no function to vouch', async () => {
      await register();
      site.respondTo('POST /rest/v1/rpc/account_vouch', () => json(404, { code: 'PGRST202', message: 'Could not find the function' }));
      await tab.auth.getAuth().redeemLink({ tokenHash: 'abc', type: 'email' });
      expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, error: null });
    });
  });

  it('redeems a code in the browser that requested it', async () => {
    await tab.settled();
    await tab.auth.getAuth().resetPassword(ada.email);
    await tab.auth.getAuth().redeemLink({ code: 'one-time' });
    expect(site.lastBody('POST /auth/v1/token?grant_type=pkce')).toMatchObject({ auth_code: 'one-time' });
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  });

  it('accepts the session in a link of a stock mail', async () => {
    await tab.auth.getAuth().login(ada);
    const { access_token: accessToken, refresh_token: refreshToken } = tab.auth.getAuth().session ?? {};
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().redeemLink({ accessToken: accessToken ?? '', refreshToken: refreshToken ?? '' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, loading: false });
  });

  it('takes over the session in a link with its expiry by the clock of this device', async () => {
    site.clockAhead = 600;
    await tab.settled();
    const { access_token: accessToken, refresh_token: refreshToken } = site.newSession(ada.email);
    await tab.auth.getAuth().redeemLink({ accessToken, refreshToken });
    expect(tab.auth.getAuth().session?.expires_at).toBeLessThan(Date.now() / 1000 + 3_660);
  });

  it('refuses a forged session in a link', async () => {
    await tab.settled();
    await expect(tab.auth.getAuth().redeemLink({ accessToken: 'a.b.c', refreshToken: 'd' })).rejects.toMatchObject({ action: 'redeemLink' });
    expect(tab.auth.getAuth().isAuthenticated).toBe(false);
  });

  it('explains that a code works only in the browser that requested it', async () => {
    await tab.settled();
    await expect(tab.auth.getAuth().redeemLink({ code: 'one-time' })).rejects.toMatchObject({
      action: 'redeemLink',
      code: 'pkce_code_verifier_not_found',
      message: 'This link works only in the browser that requested it. Open it there, or request a new link here.',
    });
    expect(site.count('POST /auth/v1/token')).toBe(0);
  });

  it('reports a used or expired link', async () => {
    site.respondTo('POST /auth/v1/verify', () => authError(403, 'otp_expired', 'Email link is invalid or has expired'));
    await tab.settled();
    await expect(tab.auth.getAuth().redeemLink({ tokenHash: 'old', type: 'email' })).rejects.toMatchObject({
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    });
  });

  it('keeps the user signed in when a link fails', async () => {
    await tab.auth.getAuth().login(ada);
    site.respondTo('POST /auth/v1/verify', () => authError(403, 'otp_expired', 'Email link is invalid or has expired'));
    await tab.auth.getAuth().redeemLink({ tokenHash: 'old', type: 'email' }).catch(() => undefined);
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  });
});
