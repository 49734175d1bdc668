import { FakeFactors, factor, RIGHT_CODE, SVG } from './support/fake-factors.ts';
import { authError, hang, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

let factors: FakeFactors;

beforeEach(() => {
  factors = new FakeFactors(site, ada.email);
});

const mfa = () => tab.auth.getAuth().mfa;
const logIn = () => tab.auth.getAuth().login(ada);

describe('factors', () => {
  it('are the current ones of the service, of the kinds that Atrium offers', async () => {
    await logIn();
    factors.set(
      factor('app', 'verified'),
      factor('phone', 'unverified', { factor_type: 'phone', phone: '4915112345678', friendly_name: undefined }),
      factor('key', 'verified', { factor_type: 'webauthn' }),
    );
    expect(await mfa().factors()).toEqual([
      { id: 'app', type: 'totp', status: 'verified', friendlyName: 'name of app', phone: null, createdAt: '2026-01-01T00:00:00Z' },
      { id: 'phone', type: 'phone', status: 'unverified', friendlyName: '', phone: '+4915112345678', createdAt: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('reject without a session', async () => {
    await tab.settled();
    await expect(mfa().factors()).rejects.toMatchObject({ action: 'readFactors', code: 'session_not_found' });
    expect(errors).toHaveBeenCalledWith('Factors error:', expect.anything());
  });
});

describe('enroll', () => {
  it('returns a picture that browsers can show, and the secret', async () => {
    await logIn();
    const enrolment = await mfa().enroll({ type: 'totp', friendlyName: 'My phone' });
    expect(enrolment).toMatchObject({ type: 'totp', factorId: 'factor-1', secret: 'JBSWY3DPEHPK3PXP' });
    const qrCode = enrolment.type === 'totp' ? enrolment.qrCode : '';
    expect(qrCode).toMatch(/^data:image\/svg\+xml;utf-8,[^#<>" ]*$/);
    expect(decodeURIComponent(qrCode.slice(qrCode.indexOf(',') + 1))).toBe(SVG);
    expect(site.lastBody('POST /auth/v1/factors')).toEqual({ friendly_name: 'My phone', factor_type: 'totp', issuer: 'Atrium' });
  });

  it('sends the number of a phone', async () => {
    await logIn();
    const input = { type: 'phone', friendlyName: 'Mobile', phone: '+4915112345678' } as const;
    expect(await mfa().enroll(input)).toEqual({ type: 'phone', factorId: 'factor-1', phone: input.phone });
    expect(site.lastBody('POST /auth/v1/factors')).toEqual({ friendly_name: 'Mobile', factor_type: 'phone', phone: input.phone });
  });

  it('removes unverified factors only', async () => {
    await logIn();
    factors.set(factor('old', 'unverified'), factor('good', 'verified'), factor('older', 'unverified'));
    await mfa().enroll({ type: 'totp', friendlyName: 'New' });
    expect((await mfa().factors()).map(({ id }) => id)).toEqual(['good', 'factor-1']);
    expect(site.count('DELETE /auth/v1/factors')).toBe(2);
  });

  it('sends one request for two parallel calls', async () => {
    await logIn();
    const input = { type: 'totp', friendlyName: 'New' } as const;
    const [one, two] = await Promise.all([mfa().enroll(input), mfa().enroll({ ...input })]);
    expect(one).toBe(two);
    expect(site.count('POST /auth/v1/factors')).toBe(1);
  });
});

describe('a code', () => {
  async function challenge() {
    await logIn();
    factors.set(factor('app', 'verified'));
    return mfa().challenge('app');
  }

  it('that is right makes the session aal2, in storage and in the state', async () => {
    const { factorId, challengeId, expiresAt } = await challenge();
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal1');
    expect(site.lastBody('POST /auth/v1/factors/app/challenge')).toMatchObject({ channel: 'sms' });
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000);
    await mfa().verify({ factorId, challengeId, code: '123 456' });
    expect(site.lastBody('POST /auth/v1/factors/app/verify')).toEqual({ challenge_id: challengeId, code: RIGHT_CODE });
    const { session, assurance, loading } = tab.auth.getAuth();
    expect({ assurance, loading }).toEqual({ assurance: { currentLevel: 'aal2', nextLevel: 'aal2' }, loading: false });
    expect(localStorage.getItem(site.storageKey)).toContain(session?.access_token);
  });

  it('leads to a session with an expiry, computed from the lifetime', async () => {
    const { factorId, challengeId } = await challenge();
    site.respondTo('POST /auth/v1/factors/app/verify', () => json(200, { ...site.newSession(ada.email, 'aal2'), expires_at: undefined }));
    await mfa().verify({ factorId, challengeId, code: RIGHT_CODE });
    expect(tab.auth.getAuth().session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
  });

  it.each([
    [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
    [422, 'mfa_challenge_expired', 'MFA challenge x has expired, verify against another challenge or create a new challenge.'],
    [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'],
    [429, 'over_request_rate_limit', 'Request rate limit reached'],
    [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
    [403, 'mfa_verification_rejected', 'Call the help desk.'],
  ])('that is refused with %i %s leaves the message of the service in the state', async (status, code, message) => {
    const { factorId, challengeId } = await challenge();
    site.respondTo('POST /auth/v1/factors/app/verify', () => authError(status, code, message));
    await expect(mfa().verify({ factorId, challengeId, code: '000000' })).rejects.toMatchObject({
      name: 'AuthActionError',
      action: 'verify',
      code,
      status,
      retryAfterSeconds: null,
      message,
    });
    expect(tab.auth.getAuth()).toMatchObject({ error: message, loading: false, isAuthenticated: true });
    expect(errors).toHaveBeenCalledWith('Verification error:', expect.objectContaining({ code }));
    expect(JSON.stringify(errors.mock.calls)).not.toContain('000000');
  });

  it('by text message requested too soon reports how long to wait', async () => {
    await logIn();
    factors.set(factor('phone', 'verified', { factor_type: 'phone' }));
    site.respondTo('POST /auth/v1/factors/phone/challenge', () =>
      authError(429, 'over_sms_send_rate_limit', 'For security purposes, you can only request this after 5 seconds.'),
    );
    await expect(mfa().challenge('phone')).rejects.toMatchObject({
      action: 'challenge',
      retryAfterSeconds: 5,
      status: 429,
      message: 'For security purposes, you can only request this after 5 seconds.',
    });
    expect(errors).toHaveBeenCalledWith('Challenge error:', expect.anything());
  });
});

describe('unenroll', () => {
  it('removes the factor, and updates token and user', async () => {
    factors.set(factor('app', 'verified'));
    await logIn();
    expect(tab.auth.getAuth().assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal2' });
    await mfa().unenroll('app');
    expect(tab.auth.getAuth().assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(tab.auth.getAuth().user?.factors).toBeUndefined();
    expect(await mfa().factors()).toEqual([]);
  });

  it('succeeds even if the refresh after it fails', async () => {
    factors.set(factor('app', 'verified'));
    await logIn();
    site.respondTo('POST /auth/v1/token?grant_type=refresh_token', () => json(418, {}));
    await mfa().unenroll('app');
    expect(tab.auth.getAuth()).toMatchObject({ error: null, isAuthenticated: true });
    expect(errors).toHaveBeenCalledWith('Removal error:', expect.anything());
  });
});

describe('the assurance', () => {
  const none = { currentLevel: null, nextLevel: null };

  it('has two null levels without a session', async () => {
    expect(tab.auth.getAuth().assurance).toEqual(none);
    await tab.settled();
    expect(await mfa().assuranceLevel()).toEqual(none);
    expect(site.count('GET /auth/v1/user')).toBe(0);
  });

  it('is requested with the token, and the state takes the response', async () => {
    await logIn();
    expect(tab.auth.getAuth().assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' });
    factors.set(factor('app', 'verified'));
    const known = { currentLevel: 'aal1', nextLevel: 'aal2' };
    expect(await mfa().assuranceLevel()).toEqual(known);
    const { session, assurance } = tab.auth.getAuth();
    expect(assurance).toEqual(known);
    const asked = site.requests.findLast(({ path }) => path === '/auth/v1/user');
    expect(asked?.authorization).toBe(`Bearer ${session?.access_token ?? ''}`);
  });

  it('ignores a factor that was never verified', async () => {
    factors.set(factor('app', 'unverified'));
    await logIn();
    expect(tab.auth.getAuth().assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it.each([['text'], [{}], [null], [[null]], [[{ status: 1 }]]])('ignores invalid factors in storage: %j', async (stored) => {
    const session = site.newSession(ada.email);
    localStorage.setItem(site.storageKey, JSON.stringify({ ...session, user: { ...session.user, factors: stored } }));
    expect((await tab.settled()).assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it('stays the same object while its levels stay the same', async () => {
    await logIn();
    const { assurance } = tab.auth.getAuth();
    await (await tab.auth.getSupabase()).auth.refreshSession();
    await mfa().assuranceLevel();
    expect(tab.auth.getAuth().assurance).toBe(assurance);
  });

  it('is read without `loading` and without an error in the state', async () => {
    await logIn();
    const seen = jest.fn();
    tab.auth.subscribe(seen);
    site.respondTo('GET /auth/v1/user', () => json(500, {}));
    await expect(mfa().assuranceLevel()).rejects.toMatchObject({ name: 'AuthActionError', status: 500 });
    expect(seen).not.toHaveBeenCalled();
  });

  it('reported for an older token is ignored', async () => {
    await logIn();
    let respond: (response: Response) => void = () => undefined;
    site.respondTo('GET /auth/v1/user', () => new Promise<Response>((resolve) => (respond = resolve)));
    const late = mfa().assuranceLevel();
    await tab.auth.getAuth().updateProfile({ name: 'Countess' });
    await (await tab.auth.getSupabase()).auth.refreshSession();
    respond(json(200, { id: 'x', factors: [factor('app', 'verified')] }));
    expect((await late).nextLevel).toBe('aal2');
    expect(tab.auth.getAuth().assurance.nextLevel).toBe('aal1');
    site.respondTo('GET /auth/v1/user', hang);
  });
});

describe('updateEmail', () => {
  it('requests another address, with the address to return to', async () => {
    await logIn();
    await tab.auth.getAuth().updateEmail('countess@example.com');
    expect(site.lastBody('PUT /auth/v1/user')).toMatchObject({ email: 'countess@example.com' });
    const { path } = site.requests.findLast(({ method }) => method === 'PUT') ?? { path: '' };
    expect(path).toContain(encodeURIComponent(`${window.location.origin}/auth/confirm?type=email_change`));
  });

  it('has its own label and default message', async () => {
    await logIn();
    site.respondTo('PUT /auth/v1/user', () => json(418, {}));
    await expect(tab.auth.getAuth().updateEmail('x')).rejects.toMatchObject({
      action: 'updateEmail',
      message: 'An error occurred while requesting the email change',
    });
    expect(errors).toHaveBeenCalledWith('Email update error:', expect.anything());
  });
});
