import { errors } from 'jose';
import type { Claims } from '../database/database.ts';
import { roleOfKey } from '../http/gateway.ts';
import type { KeyRole } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';

/** A refused request, with the code and message of a hosted project (supabase/realtime, ERROR_CODES.md). */
export class RealtimeError extends Error {
  override readonly name = 'RealtimeError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The reason in the reply to a join. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

/** The client of a channel. */
export interface Caller {
  claims: Claims;
  /** When the token expires, in milliseconds since 1970, or undefined for a key. */
  expiresAt: number | undefined;
}

/** Resolves tokens to callers. */
export class Callers {
  readonly #keys: ApiKeys;
  readonly #verifier: TokenVerifier;

  constructor(keys: ApiKeys, verifier: TokenVerifier) {
    this.#keys = keys;
    this.#verifier = verifier;
  }

  /**
   * The caller of a channel. If an API key is passed as token, the connection's key applies, as on a hosted project.
   * @throws RealtimeError
   */
  async resolve(token: string | null | undefined, keyRole: KeyRole): Promise<Caller> {
    if (token === null || token === undefined || token.startsWith('sb_')) return ofKey(keyRole);
    const role = roleOfKey(this.#keys, token);
    if (role) return ofKey(role);
    try {
      const claims = await this.#verifier.verify(token);
      if (claims.exp === undefined) throw new RealtimeError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
      return { claims, expiresAt: claims.exp * 1000 };
    } catch (error) {
      throw error instanceof TokenError ? toRealtimeError(error) : error;
    }
  }
}

function ofKey(role: KeyRole): Caller {
  return { claims: { role }, expiresAt: undefined };
}

function toRealtimeError(error: TokenError): RealtimeError {
  switch (error.flaw) {
    case 'expired': {
      const exp = error.cause instanceof errors.JWTExpired ? error.cause.payload.exp : undefined;
      return tokenExpired(exp === undefined ? Date.now() : exp * 1000, error);
    }
    case 'signature':
      return new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature', { cause: error });
    case 'claims':
      return new RealtimeError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT', { cause: error });
    case 'malformed':
      return new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT', { cause: error });
  }
}

/** The error for an expired token. */
function tokenExpired(expiresAt: number, cause?: unknown): RealtimeError {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000));
  return new RealtimeError('InvalidJWTToken', `Token has expired ${String(seconds)} seconds ago`, { cause });
}

/** The maximum delay of a JavaScript timer, in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Calls back when a channel's token expires. */
export class TokenExpiry {
  readonly #onEnd: (refusal: RealtimeError) => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(caller: Caller, onEnd: (refusal: RealtimeError) => void) {
    this.#onEnd = onEnd;
    this.renew(caller);
  }

  /** Waits for another token to expire, unless it was stopped. */
  renew({ expiresAt }: Pick<Caller, 'expiresAt'>): void {
    clearTimeout(this.#timer);
    if (expiresAt === undefined || this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        if (Date.now() >= expiresAt) this.#onEnd(tokenExpired(expiresAt));
        else this.renew({ expiresAt });
      },
      Math.min(MAX_TIMEOUT, Math.max(0, expiresAt - Date.now())),
    );
  }

  /** Stops permanently, even if it is renewed later. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
