import { authError, json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';
import { claimsAt, ecKey, keySet, part, rsaKey, sharedKey, tokenOf } from './support/signed-tokens.ts';

const ASKED_FOR_KEYS = 'GET /auth/v1/.well-known/jwks.json';
const ASKED_FOR_USER = 'GET /auth/v1/user';

const ec = ecKey('ec-1');
const rsa = rsaKey('rsa-1');
const ec384 = ecKey('ec-384', 'ES384');
const stranger = ecKey('ec-1');
const unlisted = ecKey('unlisted');
const secret = sharedKey('a secret of the service');

beforeEach(() => {
  site.respondTo(ASKED_FOR_KEYS, () => json(200, keySet(ec, rsa, ec384)));
});

const refuse = () => {
  site.respondTo(ASKED_FOR_USER, () => authError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'));
};

describe('a valid token', () => {
  it.each([
    ['ES256', ec],
    ['RS256', rsa],
  ])('signed with %s is verified locally, and its claims are returned', async (_, key) => {
    const claims = claimsAt(site);
    expect(await tab.verifyToken(tokenOf(key, claims))).toEqual(claims);
    expect(site.count(ASKED_FOR_USER)).toBe(0);
  });

  it('may have several audiences', async () => {
    const claims = claimsAt(site, { aud: ['other', 'authenticated'] });
    expect(await tab.verifyToken(tokenOf(ec, claims))).toEqual(claims);
  });

  it.each([
    ['is signed with a shared key', () => tokenOf(secret, claimsAt(site))],
    ['names no key', () => tokenOf(ec, claimsAt(site), { kid: undefined })],
    ['names a key that is not in the key set', () => tokenOf(unlisted, claimsAt(site))],
  ])('that %s is checked by the service', async (_, token) => {
    expect(await tab.verifyToken(token())).toMatchObject({ sub: 'id-of-ada' });
    const asked = site.requests.filter(({ path }) => path === '/auth/v1/user');
    expect(asked.map(({ authorization }) => authorization)).toEqual([expect.stringMatching(/^Bearer ey/)]);
  });

  it('is checked by the service in a browser without WebCrypto', async () => {
    await tab.settled();
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await tab.verifyToken(tokenOf(ec, claimsAt(site)))).toMatchObject({ sub: 'id-of-ada' });
      expect(site.count(ASKED_FOR_USER)).toBe(1);
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });

  it('may be expired if the caller allows it', async () => {
    const claims = claimsAt(site, { exp: 1_000 });
    expect(await tab.verifyToken(tokenOf(ec, claims), { allowExpired: true })).toEqual(claims);
  });
});

describe('an invalid token', () => {
  const swapped = () => {
    const [header, , signature] = tokenOf(ec, claimsAt(site)).split('.');
    return `${String(header)}.${part(claimsAt(site, { sub: 'id-of-grace' }))}.${String(signature)}`;
  };

  it.each<[string, () => string, string, string]>([
    ['empty', () => '', 'malformed', 'Invalid JWT structure'],
    ['of two parts', () => tokenOf(ec, claimsAt(site)).split('.').slice(0, 2).join('.'), 'malformed', 'Invalid JWT structure'],
    ['without a signature', () => `${part({ alg: 'ES256', kid: 'ec-1' })}.${part(claimsAt(site))}.`, 'malformed', 'Invalid JWT structure'],
    ['not base64url', () => `a+b.${part(claimsAt(site))}.c`, 'malformed', 'Invalid JWT structure'],
    ['with a payload that is not JSON', () => `${part({ alg: 'ES256' })}.${part('{"exp":')}.c2ln`, 'malformed', 'Invalid JWT structure'],
    ['with a payload that is null', () => `${part({ alg: 'ES256' })}.${part('null')}.c2ln`, 'malformed', 'Invalid JWT structure'],
    ['with a header that is a list', () => `${part([])}.${part(claimsAt(site))}.c2ln`, 'malformed', 'Invalid JWT structure'],
    ['with an expiry that is text', () => tokenOf(ec, claimsAt(site, { exp: 'tomorrow' })), 'malformed', 'Invalid JWT structure'],
    ['without a session', () => tokenOf(ec, claimsAt(site, { session_id: undefined })), 'malformed', 'Invalid JWT structure'],
    ['without an expiry', () => tokenOf(ec, claimsAt(site, { exp: undefined })), 'no-expiry', 'Missing exp claim'],
    ['expired', () => tokenOf(ec, claimsAt(site, { exp: Math.floor(Date.now() / 1000) })), 'expired', 'JWT has expired'],
    ['expired and forged', () => tokenOf(stranger, claimsAt(site, { exp: 1 })), 'expired', 'JWT has expired'],
    ['of algorithm none, naming a key', () => tokenOf({ ...ec, sign: () => 'c2ln' }, claimsAt(site), { alg: 'none' }), 'algorithm', 'Invalid alg claim'],
    ['signed with ES384', () => tokenOf(ec384, claimsAt(site)), 'algorithm', 'Invalid alg claim'],
    ['signed with another key', () => tokenOf(stranger, claimsAt(site)), 'signature', 'Invalid JWT signature'],
    ['with a swapped payload', swapped, 'signature', 'Invalid JWT signature'],
    ['with a truncated signature', () => tokenOf(ec, claimsAt(site)).slice(0, -8), 'signature', 'Invalid JWT signature'],
    ['that names a key of another kind', () => tokenOf(rsa, claimsAt(site), { kid: 'ec-1' }), 'signature', 'Invalid JWT signature'],
    ['of another project', () => tokenOf(ec, claimsAt(site, { iss: 'https://other.supabase.test/auth/v1' })), 'issuer', 'Invalid iss claim'],
    ['without an issuer', () => tokenOf(ec, claimsAt(site, { iss: undefined })), 'issuer', 'Invalid iss claim'],
    ['meant for others', () => tokenOf(ec, claimsAt(site, { aud: 'other' })), 'audience', 'Invalid aud claim'],
    ['without an audience', () => tokenOf(ec, claimsAt(site, { aud: undefined })), 'audience', 'Invalid aud claim'],
  ])('%s is refused', async (_, token, fault, message) => {
    await expect(tab.verifyToken(token())).rejects.toMatchObject({ name: 'TokenError', fault, message });
    expect(site.count(ASKED_FOR_USER)).toBe(0);
  });

  it.each([
    ['signed with the public key as a shared one', () => tokenOf(sharedKey(rsa.publicKey.export({ type: 'spki', format: 'pem' })), claimsAt(site), { kid: 'rsa-1' })],
    ['of algorithm none', () => `${part({ alg: 'none' })}.${part(claimsAt(site))}.c2ln`],
    ['of a key that the service does not know', () => tokenOf(unlisted, claimsAt(site))],
  ])('%s is refused by the service', async (_, token) => {
    refuse();
    await expect(tab.verifyToken(token())).rejects.toMatchObject({ name: 'TokenError', fault: 'refused-by-service', cause: { code: 'bad_jwt' } });
    expect(site.count(ASKED_FOR_USER)).toBe(1);
  });

  it('that the service accepts must still be for this project', async () => {
    await expect(tab.verifyToken(tokenOf(secret, claimsAt(site, { iss: 'https://other.test' })))).rejects.toMatchObject({ fault: 'issuer' });
  });

  it('without an expiry is refused even if expired tokens are allowed', async () => {
    const token = tokenOf(ec, claimsAt(site, { exp: undefined }));
    await expect(tab.verifyToken(token, { allowExpired: true })).rejects.toMatchObject({ fault: 'no-expiry', message: 'Missing exp claim' });
  });

  it('of an ended session does not affect the session of this browser', async () => {
    await tab.auth.getAuth().login(ada);
    site.respondTo(ASKED_FOR_USER, () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'));
    await expect(tab.verifyToken(tokenOf(secret, claimsAt(site)))).rejects.toMatchObject({ fault: 'refused-by-service' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
    expect(localStorage.getItem(site.storageKey)).not.toBeNull();
  });
});

describe('a token that cannot be checked', () => {
  it.each([
    ['the key set', () => tokenOf(ec, claimsAt(site))],
    ['the user', () => tokenOf(secret, claimsAt(site))],
  ])('is `unverifiable` if %s cannot be requested', async (_, token) => {
    await tab.settled();
    site.online = false;
    await expect(tab.verifyToken(token())).rejects.toMatchObject({ name: 'TokenError', fault: 'unverifiable' });
    site.online = true;
    expect(await tab.verifyToken(token())).toMatchObject({ sub: 'id-of-ada' });
  });

  it('is `unverifiable` if the client cannot be loaded', async () => {
    site.online = false;
    await expect(tab.verifyToken(tokenOf(ec, claimsAt(site)))).rejects.toMatchObject({ name: 'TokenError', fault: 'unverifiable' });
  });

  it('is `unverifiable` if the service is overloaded', async () => {
    site.respondTo(ASKED_FOR_USER, () => authError(429, 'over_request_rate_limit', 'Request rate limit reached'));
    await expect(tab.verifyToken(tokenOf(secret, claimsAt(site)))).rejects.toMatchObject({ fault: 'unverifiable' });
  });
});

describe('the key set (specification 9.7)', () => {
  it('is cached for 600000 ms', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask', 'nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const token = tokenOf(ec, claimsAt(site));
    await tab.verifyToken(token);
    jest.setSystemTime(Date.now() + 599_999);
    await tab.verifyToken(token);
    expect(site.count(ASKED_FOR_KEYS)).toBe(1);
    jest.setSystemTime(Date.now() + 1);
    await tab.verifyToken(token);
    expect(site.count(ASKED_FOR_KEYS)).toBe(2);
  });

  it('is fetched again for an unknown key', async () => {
    await tab.verifyToken(tokenOf(ec, claimsAt(site)));
    site.respondTo(ASKED_FOR_KEYS, () => json(200, keySet(unlisted)));
    expect(await tab.verifyToken(tokenOf(unlisted, claimsAt(site)))).toMatchObject({ sub: 'id-of-ada' });
    expect(site.count(ASKED_FOR_KEYS)).toBe(2);
    expect(site.count(ASKED_FOR_USER)).toBe(0);
  });
});
