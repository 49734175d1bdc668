import type { AssuranceLevel } from '../../contract/auth-mfa.ts';
import { appMetadataOf, now, userJson, type Account } from './accounts.ts';
import { AuthRefusal } from './auth-refusal.ts';
import { base64url, base64urlOfText } from './base64url.ts';

/** A session of an account. */
export interface StoredSession {
  readonly id: string;
  readonly account: Account;
  aal: AssuranceLevel;
  /** The factor whose code raised it to `aal2`. */
  factorId: string | null;
  readonly methods: { readonly method: string; readonly timestamp: number }[];
  readonly userAgent: string | null;
  readonly startedAt: string;
  /** When it last got a token. */
  usedAt: string;
}

/** The response to a grant (RFC 6749, section 5.1, and GoTrue's additions). */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

interface RefreshToken {
  readonly session: StoredSession;
  readonly parent: string | null;
  /** When it was used, in milliseconds since 1970; null before. */
  usedAt: number | null;
}

/** A used refresh token works again for this long (GoTrue's default), because the response may have been lost. */
const REUSE_MS = 10_000;

/** The sessions of the fake auth service, and their tokens. */
export class Sessions {
  /** Lifetime of access tokens, in seconds. */
  tokenLifetime = 3600;
  readonly #key: SigningKey;
  readonly #issuer: string;
  readonly #sessions = new Map<string, StoredSession>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  readonly #accessTokens = new Map<string, { readonly session: StoredSession; readonly expiresAt: number }>();

  constructor(key: SigningKey, issuer: string) {
    this.#key = key;
    this.#issuer = issuer;
  }

  /** Starts a session and returns its tokens. `minutesAgo` is when its user logged in. */
  open(account: Account, method: string, aal: AssuranceLevel = 'aal1', userAgent: string | null = null, minutesAgo = 0): Promise<Tokens> {
    const startedAt = now();
    const session: StoredSession = { id: crypto.randomUUID(), account, aal, factorId: null, methods: [], userAgent, startedAt, usedAt: startedAt };
    this.#sessions.set(session.id, session);
    account.lastSignInAt = startedAt;
    session.methods.push({ method, timestamp: Math.floor(Date.now() / 1000) - minutesAgo * 60 });
    return this.#tokens(session, null);
  }

  /** Raises a session after a factor was verified; the user's sessions below `aal2` end (GoTrue's updateMFASessionAndClaims). */
  async raise(session: StoredSession, factorId: string, method: string): Promise<Tokens> {
    session.aal = 'aal2';
    session.factorId = factorId;
    for (const [token, { session: owner }] of this.#refreshTokens) if (owner === session) this.#refreshTokens.delete(token);
    this.end((other) => other.account === session.account && other.aal === 'aal1');
    session.methods.push({ method, timestamp: Math.floor(Date.now() / 1000) });
    return this.#tokens(session, null);
  }

  /** Exchanges a refresh token for new tokens. @throws AuthRefusal */
  async refresh(given: string): Promise<Tokens> {
    const found = this.#refreshTokens.get(given);
    if (!found) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
    if (!this.#sessions.has(found.session.id)) throw refused('session_not_found', 'No Valid Session Found');
    if (found.usedAt !== null && Date.now() > found.usedAt + REUSE_MS) {
      const active = [...this.#refreshTokens].find(([, { session, usedAt }]) => session === found.session && usedAt === null);
      if (active?.[1].parent !== given) throw refused('refresh_token_already_used', 'Already Used');
    }
    found.usedAt ??= Date.now();
    found.session.usedAt = now();
    return this.#tokens(found.session, given);
  }

  /** The session of an access token. @throws AuthRefusal */
  bearerOf(token: string | null): StoredSession {
    if (token === null) throw new AuthRefusal('This endpoint requires a valid Bearer token', { status: 401, code: 'no_authorization' });
    const found = this.#accessTokens.get(token);
    if (!found) throw badToken('token is malformed');
    if (found.expiresAt <= Date.now() / 1000) throw badToken('token has invalid claims: token is expired');
    if (!this.#sessions.has(found.session.id)) {
      throw new AuthRefusal('Session from session_id claim in JWT does not exist', { status: 403, code: 'session_not_found' });
    }
    return found.session;
  }

  /** The session of an access token for services that only read tokens, which also accept those of ended sessions; or why the token is invalid. */
  readToken(token: string): StoredSession | 'unknown' | 'expired' {
    const found = this.#accessTokens.get(token);
    if (!found) return 'unknown';
    return found.expiresAt <= Date.now() / 1000 ? 'expired' : found.session;
  }

  /** Ends all matching sessions. */
  end(fits: (session: StoredSession) => boolean): void {
    for (const session of this.#sessions.values()) if (fits(session)) this.#sessions.delete(session.id);
  }

  /** All sessions that have not ended. */
  list(): readonly StoredSession[] {
    return [...this.#sessions.values()];
  }

  async #tokens(session: StoredSession, parent: string | null): Promise<Tokens> {
    const { account } = session;
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + this.tokenLifetime;
    const token = await this.#key.sign({
      iss: this.#issuer,
      sub: account.id,
      aud: 'authenticated',
      exp: expiresAt,
      iat: issuedAt,
      email: account.email,
      phone: '',
      app_metadata: appMetadataOf(account),
      user_metadata: account.userMetadata,
      role: 'authenticated',
      aal: session.aal,
      amr: session.methods,
      session_id: session.id,
      is_anonymous: false,
    });
    const refreshToken = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
    this.#accessTokens.set(token, { session, expiresAt });
    this.#refreshTokens.set(refreshToken, { session, parent, usedAt: null });
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: this.tokenLifetime,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: userJson(account),
    };
  }
}

/** Status 400, as for every refused refresh token. */
function refused(code: string, reason: string): AuthRefusal {
  return new AuthRefusal(`Invalid Refresh Token: ${reason}`, { status: 400, code });
}

function badToken(reason: string): AuthRefusal {
  return new AuthRefusal(`invalid JWT: unable to parse or verify signature, ${reason}`, { status: 403, code: 'bad_jwt' });
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The key that signs access tokens (ES256), created with the first token. */
export class SigningKey {
  readonly #kid = crypto.randomUUID();
  #pair: Promise<CryptoKeyPair> | null = null;

  /** Signs claims as a JSON Web Token. */
  async sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { privateKey } = await this.#keys();
    const header = { alg: 'ES256', kid: this.#kid, typ: 'JWT' };
    const content = `${base64urlOfText(JSON.stringify(header))}.${base64urlOfText(JSON.stringify(claims))}`;
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new TextEncoder().encode(content));
    return `${content}.${base64url(new Uint8Array(signature))}`;
  }

  /** The public key as `/.well-known/jwks.json` shows it (RFC 7517). */
  async toJwk(): Promise<Record<string, unknown>> {
    const { publicKey } = await this.#keys();
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    return { kty, crv, x, y, alg: 'ES256', kid: this.#kid, use: 'sig', key_ops: ['verify'] };
  }

  #keys(): Promise<CryptoKeyPair> {
    this.#pair ??= crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    return this.#pair;
  }
}
