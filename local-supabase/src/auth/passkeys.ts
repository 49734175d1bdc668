import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServices, Call } from './call.ts';

/** A passkey as clients get it (supabase/auth, `internal/api/passkey_manage.go`). */
export interface PasskeyJson {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at?: string;
}

/** A row of `auth.webauthn_credentials`. Times are ISO 8601, bytes are base64url. */
const passkeyRow = v.object({
  id: v.string(),
  user_id: v.string(),
  credential_id: v.string(),
  public_key: v.string(),
  sign_count: v.number(),
  transports: v.array(v.string()),
  friendly_name: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});

/** See passkeyRow. */
export type PasskeyRow = v.InferOutput<typeof passkeyRow>;

const PASSKEY_COLUMNS = `id, user_id, encode(credential_id, 'base64') as credential_id, encode(public_key, 'base64') as public_key,
  sign_count::int, transports, friendly_name, created_at, last_used_at`;

/** The passkeys of a user, oldest first. */
export async function findPasskeys(queries: Queries, userId: string): Promise<PasskeyRow[]> {
  const rows = await queries.rows(passkeyRow, `select ${PASSKEY_COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at`, [userId]);
  return rows.map(withBase64Url);
}

/** The passkey with this credential id (base64url). */
export async function findPasskeyByCredential(queries: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  const row = await queries.first(passkeyRow, `select ${PASSKEY_COLUMNS} from auth.webauthn_credentials where credential_id = decode($1, 'base64')`, [toBase64(credentialId)]);
  return row && withBase64Url(row);
}

/** The passkey of a user with the id in the path. @throws AuthError 404 */
export async function passkeyOfPath(call: Call, userId: string): Promise<PasskeyRow> {
  const id = call.parameters['passkeyId'] ?? '';
  const row = v.is(v.pipe(v.string(), v.uuid()), id)
    ? await call.auth.database.first(passkeyRow, `select ${PASSKEY_COLUMNS} from auth.webauthn_credentials where id = $1 and user_id = $2`, [id, userId])
    : undefined;
  if (!row) throw new AuthError('Passkey not found', { status: 404, code: 'validation_failed' });
  return row;
}

/** See PasskeyJson. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: PasskeyRow): PasskeyJson {
  return { id, friendly_name, created_at, ...(last_used_at !== null && { last_used_at }) };
}

/** A passkey that a browser has just created. */
export interface NewPasskey {
  userId: string;
  /** base64url */
  credentialId: string;
  publicKey: Uint8Array;
  aaguid: string;
  counter: number;
  transports: readonly string[];
  isBackedUp: boolean;
  isSynced: boolean;
}

/** GoTrue names a passkey after its authenticator's model, from a list of a thousand. This backend does not have the list. */
const DEFAULT_NAME = 'Passkey';

/** Stores a passkey. @throws AuthError 422 `webauthn_credential_exists` */
export async function insertPasskey(queries: Queries, passkey: NewPasskey): Promise<PasskeyRow> {
  const row = await queries.first(
    passkeyRow,
    `insert into auth.webauthn_credentials
       (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name)
     values ($1, decode($2, 'base64'), decode($3, 'base64'), 'none', $4, $5, $6::jsonb, $7, $8, $9)
     on conflict (credential_id) do nothing returning ${PASSKEY_COLUMNS}`,
    [
      passkey.userId,
      toBase64(passkey.credentialId),
      Buffer.from(passkey.publicKey).toString('base64'),
      passkey.aaguid,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.isSynced,
      passkey.isBackedUp,
      DEFAULT_NAME,
    ],
  );
  if (!row) throw new AuthError('This credential is already registered', { status: 422, code: 'webauthn_credential_exists' });
  return withBase64Url(row);
}

/** The site that passkeys are for. */
export interface RelyingParty {
  /** Its domain. */
  id: string;
  name: string;
  origins: string[];
}

/** Besides the configured origins, the site's own is allowed, because its port is often chosen when the backend starts. */
export function relyingParty({ settings: { passkeys, siteUrl } }: AuthServices): RelyingParty {
  const site = new URL(siteUrl);
  return { id: passkeys.relyingPartyId ?? site.hostname, name: passkeys.relyingPartyName, origins: [...passkeys.origins, site.origin] };
}

/** What a challenge is for. */
type Ceremony = 'registration' | 'authentication';

/** A challenge that a browser answers once. */
export interface NewChallenge {
  id: string;
  /** base64url */
  challenge: string;
  /** In seconds since 1970. */
  expiresAt: number;
}

const CHALLENGE_BYTES = 32;
const challengeRow = v.object({ session_data: v.object({ challenge: v.string() }), expires_at: v.string() });

/** Starts a ceremony. The challenge of a registration is for one user. */
export async function createChallenge({ database, settings }: AuthServices, ceremony: Ceremony, userId: string | null): Promise<NewChallenge> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresAt = new Date(Date.now() + settings.passkeys.challengeExpiry * 1000);
  await database.run('delete from auth.webauthn_challenges where expires_at < now()');
  const row = await database.first(
    v.object({ id: v.string() }),
    'insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at) values ($1, $2, $3::jsonb, $4) returning id',
    [userId, ceremony, JSON.stringify({ challenge }), expiresAt.toISOString()],
  );
  if (!row) throw new AuthError('Database error storing challenge', { status: 500, code: 'unexpected_failure' });
  return { id: row.id, challenge, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Takes a challenge, which no later request can use again, and returns it.
 * @throws AuthError 400 `validation_failed`, `webauthn_challenge_not_found`, `webauthn_challenge_expired`
 */
export async function consumeChallenge({ database }: AuthServices, ceremony: Ceremony, userId: string | null, id: string): Promise<string> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) {
    throw new AuthError(id === '' ? 'challenge_id is required' : 'challenge_id must be a valid UUID', { status: 400, code: 'validation_failed' });
  }
  const row = await database.first(
    challengeRow,
    'delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3 returning session_data, expires_at',
    [id, ceremony, userId],
  );
  if (!row) throw new AuthError('Challenge not found or already used', { status: 400, code: 'webauthn_challenge_not_found' });
  if (Date.parse(row.expires_at) < Date.now()) throw new AuthError('Challenge has expired', { status: 400, code: 'webauthn_challenge_expired' });
  return row.session_data.challenge;
}

/** PostgreSQL's `encode` wraps base64 into lines. */
function withBase64Url(row: PasskeyRow): PasskeyRow {
  const url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url');
  return { ...row, credential_id: url(row.credential_id), public_key: url(row.public_key) };
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
