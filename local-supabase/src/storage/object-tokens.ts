import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { StorageError } from './storage-error.ts';

const tokenSchema = v.object({
  url: v.string(),
  exp: v.number(),
  scope: v.picklist(['download', 'upload']),
  owner: v.nullish(v.string(), null),
  upsert: v.optional(v.boolean(), false),
});

/** What a signed URL allows. */
type ObjectToken = v.InferOutput<typeof tokenSchema>;

/** The use of a signed URL. */
type ObjectScope = ObjectToken['scope'];

/** Tokens in signed URLs. They have their own secret, so that they are not valid access tokens. */
export class ObjectTokens {
  readonly #secret: Uint8Array;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** Loads the secret from the database, so that signed URLs survive a restart. */
  static async load(database: Database): Promise<ObjectTokens> {
    const row = await database.first(v.object({ secret: v.string() }), 'select secret from local_supabase.storage_secrets order by created_at desc limit 1');
    if (!row) throw new Error('The secret of signed URLs is missing.');
    return new ObjectTokens(new TextEncoder().encode(row.secret));
  }

  /**
   * Signs a token for one object.
   * @param lifetime in seconds
   */
  sign(bucket: string, key: string, scope: ObjectScope, lifetime: number, upload?: { owner: string | null; upsert: boolean }): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...upload, url: `${bucket}/${key}`, scope })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(this.#secret);
  }

  /**
   * Verifies a token for this object.
   * @throws StorageError 400 when it is invalid, has expired, or is for another object or use
   */
  async verify(token: string, bucket: string, key: string, scope: ObjectScope): Promise<ObjectToken> {
    const content = await this.#content(token);
    if (content.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`);
    if (content.url !== `${bucket}/${key}`) throw invalidSignature('Invalid signature');
    return content;
  }

  async #content(token: string): Promise<ObjectToken> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, { algorithms: ['HS256'] });
      return v.parse(tokenSchema, payload);
    } catch (cause) {
      const message = cause instanceof errors.JOSEError ? cause.message : 'Invalid JWT';
      throw new StorageError(message, { statusCode: 400, code: 'InvalidJWT', cause });
    }
  }
}

function invalidSignature(message: string): StorageError {
  return new StorageError(message, { statusCode: 400, code: 'InvalidSignature' });
}
