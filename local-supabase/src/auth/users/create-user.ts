import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';

/** What a user is created from. */
export interface NewUser {
  id?: string;
  email: string;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  /** Further fields of the email identity. */
  identityData?: Record<string, unknown>;
  role?: string;
}

/** Creates a user with an email identity, unconfirmed. Returns the id. */
export async function createUser(queries: Queries, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID();
  await queries.run(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6)`,
    [
      id,
      user.role ?? 'authenticated',
      user.email,
      user.passwordHash,
      JSON.stringify({ provider: 'email', providers: ['email'], ...user.appMetadata }),
      JSON.stringify({ ...user.userMetadata, sub: id, email: user.email, email_verified: false, phone_verified: false }),
    ],
  );
  await queries.run(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1, $2, $3, 'email', now())`,
    [id, id, JSON.stringify({ ...user.identityData, sub: id, email: user.email, email_verified: false, phone_verified: false })],
  );
  return id;
}

/** Marks a user's address as confirmed and uses up every mailed token. */
export async function confirmUser(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `update auth.users set confirmation_token = '', recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now() where id = $1`,
    [id],
  );
}

const metadataRow = v.object({ metadata: v.nullable(v.record(v.string(), v.unknown())) });

/** Merges fields into a user's metadata; a field that is null is removed. */
export async function mergeMetadata(
  queries: Queries,
  id: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Record<string, unknown>,
): Promise<void> {
  const row = await queries.first(metadataRow, `select ${column} as metadata from auth.users where id = $1`, [id]);
  const merged = Object.fromEntries(Object.entries({ ...row?.metadata, ...changes }).filter(([, value]) => value !== null));
  await queries.run(`update auth.users set ${column} = $2, updated_at = now() where id = $1`, [id, JSON.stringify(merged)]);
}
