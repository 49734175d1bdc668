import { errors } from 'jose';
import type { Claims } from '../database/database.ts';
import { roleOfKey } from '../http/gateway.ts';
import type { KeyRole } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';

/** What is asked is refused. Code and words are those of a hosted project (supabase/realtime, ERROR_CODES.md). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** As the answer to a join says it. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

/** Whose rights a channel has. */
export interface Caller {
  claims: Claims;
  /** When the rights end, in milliseconds since 1970; undefined for a key, which does not. */
  expiresAt: number | undefined;
}

/** Tells who a token speaks for. */
export class Callers {
  readonly #keys: ApiKeys;
  readonly #verifier: TokenVerifier;

  constructor(keys: ApiKeys, verifier: TokenVerifier) {
    this.#keys = keys;
    this.#verifier = verifier;
  }

  /**
   * The caller of a channel. A key in the place of a token says nothing new: the connection's key counts, as hosted.
   * @throws Refusal
   */
  async resolve(token: string | null | undefined, keyRole: KeyRole): Promise<Caller> {
    if (token === null || token === undefined || token.startsWith('sb_')) return ofKey(keyRole);
    const role = roleOfKey(this.#keys, token);
    if (role) return ofKey(role);
    try {
      const claims = await this.#verifier.verify(token);
      if (claims.exp === undefined) throw new Refusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
      return { claims, expiresAt: claims.exp * 1000 };
    } catch (error) {
      throw error instanceof TokenError ? refusalOf(error) : error;
    }
  }
}

function ofKey(role: KeyRole): Caller {
  return { claims: { role }, expiresAt: undefined };
}

function refusalOf(error: TokenError): Refusal {
  switch (error.flaw) {
    case 'expired': {
      const exp = error.cause instanceof errors.JWTExpired ? error.cause.payload.exp : undefined;
      return expired(exp === undefined ? Date.now() : exp * 1000, error);
    }
    case 'signature':
      return new Refusal('JwtSignatureError', 'Failed to validate JWT signature', { cause: error });
    case 'claims':
      return new Refusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT', { cause: error });
    case 'malformed':
      return new Refusal('MalformedJWT', 'The token provided is not a valid JWT', { cause: error });
  }
}

/** What is said of a token that has expired. */
function expired(expiresAt: number, cause?: unknown): Refusal {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000));
  return new Refusal('InvalidJWTToken', `Token has expired ${String(seconds)} seconds ago`, { cause });
}

/** The longest that a timer of JavaScript can wait, in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Waits for the end of the rights that a channel has. */
export class TokenWatch {
  readonly #onEnd: (refusal: Refusal) => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(caller: Caller, onEnd: (refusal: Refusal) => void) {
    this.#onEnd = onEnd;
    this.renew(caller);
  }

  /** Waits for the end of other rights from now on, unless it has stopped. */
  renew({ expiresAt }: Pick<Caller, 'expiresAt'>): void {
    clearTimeout(this.#timer);
    if (expiresAt === undefined || this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        if (Date.now() >= expiresAt) this.#onEnd(expired(expiresAt));
        else this.renew({ expiresAt });
      },
      Math.min(MAX_TIMEOUT, Math.max(0, expiresAt - Date.now())),
    );
  }

  /** Waits no more, whatever rights come. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
