import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { Call } from './call.ts';

/** A row of `auth.mfa_factors`, without its secret. Times are ISO 8601. */
const factorRow = v.object({
  id: v.string(),
  user_id: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  status: v.picklist(['unverified', 'verified']),
  friendly_name: v.nullable(v.string()),
  factor_type: v.picklist(['totp', 'phone', 'webauthn', 'recovery_code']),
  /** Digits without the plus sign. */
  phone: v.nullable(v.string()),
  last_challenged_at: v.nullable(v.string()),
});

/** See factorRow. */
export type FactorRow = v.InferOutput<typeof factorRow>;

/** The factors of a user as a JSON array, oldest first. The alias of `auth.users` must be `u`. */
const FACTORS_COLUMN = `coalesce((select json_agg(f order by f.created_at) from (
    select id, user_id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at
    from auth.mfa_factors where user_id = u.id) f), '[]'::json)`;

/** Whether a user has a verified second factor. */
export function hasVerifiedFactor(user: { factors: readonly FactorRow[] }): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}

const time = v.nullable(v.string());
const json = v.nullable(v.record(v.string(), v.unknown()));

const identityRow = v.object({
  id: v.string(),
  provider_id: v.string(),
  user_id: v.string(),
  identity_data: json,
  provider: v.string(),
  last_sign_in_at: time,
  created_at: v.string(),
  updated_at: v.string(),
  email: v.nullable(v.string()),
});

/** A row of `auth.users` with its identities and factors. Times are ISO 8601. */
export const userRow = v.object({
  id: v.string(),
  aud: v.nullable(v.string()),
  role: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  encrypted_password: v.nullable(v.string()),
  email_confirmed_at: time,
  phone_confirmed_at: time,
  confirmed_at: time,
  invited_at: time,
  confirmation_token: v.string(),
  confirmation_sent_at: time,
  recovery_token: v.string(),
  recovery_sent_at: time,
  email_change: v.string(),
  email_change_token_new: v.string(),
  email_change_token_current: v.string(),
  email_change_sent_at: time,
  email_change_confirm_status: v.number(),
  phone_change: v.string(),
  phone_change_token: v.string(),
  phone_change_sent_at: time,
  reauthentication_token: v.string(),
  reauthentication_sent_at: time,
  last_sign_in_at: time,
  raw_app_meta_data: json,
  raw_user_meta_data: json,
  created_at: v.string(),
  updated_at: v.string(),
  banned_until: time,
  is_anonymous: v.boolean(),
  identities: v.array(identityRow),
  factors: v.array(factorRow),
});

/** See userRow. */
export type UserRow = v.InferOutput<typeof userRow>;

/** The columns of userRow. The alias of `auth.users` must be `u`. */
export const USER_COLUMNS = `
  u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at, u.confirmed_at,
  u.invited_at, u.confirmation_token, u.confirmation_sent_at, u.recovery_token, u.recovery_sent_at, u.email_change,
  u.email_change_token_new, u.email_change_token_current, u.email_change_sent_at, u.email_change_confirm_status,
  u.phone_change, u.phone_change_token, u.phone_change_sent_at,
  u.reauthentication_token, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
  u.created_at, u.updated_at, u.banned_until, u.is_anonymous,
  coalesce((select json_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'::json) as identities,
  ${FACTORS_COLUMN} as factors`;

/** The columns of `auth.users` that store the tokens of mail links. */
type TokenColumn = 'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current';

/** The user with this id. */
export function findUserById(queries: Queries, id: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${USER_COLUMNS} from auth.users u where u.id = $1`, [id]);
}

/** The user with this email address. */
export function findUserByEmail(queries: Queries, email: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${USER_COLUMNS} from auth.users u where u.email = $1 and not u.is_sso_user`, [email.toLowerCase()]);
}

/** The user with this phone number, in its stored form. */
export function findUserByPhone(queries: Queries, phone: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${USER_COLUMNS} from auth.users u where u.phone = $1 and not u.is_sso_user`, [phone]);
}

/** The user who asked last for a change to this phone number. */
export function findUserByPhoneChange(queries: Queries, phone: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${USER_COLUMNS} from auth.users u where u.phone_change = $1 order by u.phone_change_sent_at desc limit 1`, [phone]);
}

/** The user who has this token in one of the columns. An empty token matches no user. */
export async function findUserByToken(queries: Queries, token: string, columns: readonly TokenColumn[]): Promise<UserRow | undefined> {
  if (token === '') return undefined;
  const condition = columns.map((column) => `u.${column} = $1`).join(' or ');
  return queries.first(userRow, `select ${USER_COLUMNS} from auth.users u where ${condition}`, [token]);
}

/** The user whose change of email address this code confirms, from the new or from the current mailbox. */
export function findUserForEmailChange(queries: Queries, email: string, hash: string, both: boolean): Promise<UserRow | undefined> {
  const fits = (column: TokenColumn): string => `u.${column} in ($2::text, 'pkce_' || $2::text)`;
  const fromCurrent = both ? ` or (u.email = $1 and ${fits('email_change_token_current')})` : '';
  return queries.first(
    userRow,
    `select ${USER_COLUMNS} from auth.users u where (u.email_change = $1 and ${fits('email_change_token_new')})${fromCurrent}`,
    [email, hash],
  );
}

/** Whether a user is banned at the moment. */
export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > Date.now();
}

/** The user with the `:id` in the path. @throws AuthError 404 */
export async function userOfPath(call: Call): Promise<UserRow> {
  const id = call.parameters['id'] ?? '';
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError('user_id must be an UUID', { status: 404, code: 'validation_failed' });
  const user = await findUserById(call.auth.database, id);
  if (!user) throw new AuthError('User not found', { status: 404, code: 'user_not_found' });
  return user;
}

/** The fields of a new user. */
interface NewUser {
  id?: string;
  /** At least one of both. */
  email?: string | undefined;
  phone?: string | undefined;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  /** Further fields of the identity, by the user's own sign-up. Then the metadata has the fields of the identity, too. */
  signUpData?: Record<string, unknown>;
  role?: string;
}

/** Creates a user with an email identity, a phone identity or both, unconfirmed. Returns the id. */
export async function createUser(queries: Queries, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID();
  const identities = [
    ...(user.email === undefined ? [] : [{ provider: 'email', contact: { email: user.email } }]),
    // As in GoTrue, the identity has the number only if the user did not sign up alone.
    ...(user.phone === undefined ? [] : [{ provider: 'phone', contact: user.signUpData ? {} : { phone: user.phone } }]),
  ].map(({ provider, contact }) => ({ provider, data: { sub: id, ...contact, email_verified: false, phone_verified: false } }));
  const providers = identities.map(({ provider }) => provider);
  await queries.run(
    `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6, $7)`,
    [
      id,
      user.role ?? 'authenticated',
      user.email ?? null,
      user.phone ?? null,
      user.passwordHash,
      JSON.stringify({ provider: providers[0], providers, ...user.appMetadata }),
      JSON.stringify({ ...user.userMetadata, ...(user.signUpData && identities[0]?.data) }),
    ],
  );
  for (const { provider, data } of identities) await addIdentity(queries, id, provider, { ...user.signUpData, ...data });
  return id;
}

async function addIdentity(queries: Queries, userId: string, provider: string, data: object): Promise<void> {
  await queries.run(`insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1, $2, $3, $4, now())`, [
    userId,
    userId,
    JSON.stringify(data),
    provider,
  ]);
}

/** Stores fields in the user's identity with an email address or a phone number, which is created if it is missing. */
export async function saveIdentity(queries: Queries, { id, identities }: UserRow, provider: 'email' | 'phone', data: object): Promise<void> {
  if (!identities.some((identity) => identity.provider === provider)) {
    await addIdentity(queries, id, provider, { sub: id, email_verified: false, phone_verified: false, ...data });
    return;
  }
  await queries.run(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now() where user_id = $1 and provider = $2`,
    [id, provider, JSON.stringify(data)],
  );
}

/** Stores the providers of a user's identities in the metadata that tokens contain. */
export async function updateProviders(queries: Queries, userId: string): Promise<void> {
  const user = await findUserById(queries, userId);
  const providers = [...new Set(user?.identities.map(({ provider }) => provider))];
  await mergeMetadata(queries, userId, 'raw_app_meta_data', { providers });
}

/** Creates a user without an email address. Returns the id. */
export async function createAnonymousUser(queries: Queries, userMetadata: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  await queries.run(
    `insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data, is_anonymous)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', '{}', $2, true)`,
    [id, JSON.stringify(userMetadata)],
  );
  return id;
}

/** An assignment that ends every mailed link of a user, also those of a change of address (GoTrue's ClearAllOneTimeTokensForUser). */
export const NO_LINKS = `confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = ''`;

/** Marks a user's email address as confirmed and ends every mailed link. */
export async function confirmUser(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `update auth.users set ${NO_LINKS}, email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now() where id = $1`,
    [id],
  );
}

/** Marks a user's phone number as confirmed, consumes the code and ends every mailed link. */
export async function confirmPhone(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `update auth.users set ${NO_LINKS}, phone_confirmed_at = coalesce(phone_confirmed_at, now()), is_anonymous = false,
       updated_at = now() where id = $1`,
    [id],
  );
}

const metadataRow = v.object({ metadata: v.nullable(v.record(v.string(), v.unknown())) });

/** Merges fields into a user's metadata and removes fields that are null. */
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

/** 422 `email_exists`: another user has the email address. */
export function emailTaken(status: 400 | 422 = 422): AuthError {
  return new AuthError('A user with this email address has already been registered', { status, code: 'email_exists' });
}

/** 422 `phone_exists`: another user has the phone number. */
export function phoneTaken(): AuthError {
  return new AuthError('A user with this phone number has already been registered', { status: 422, code: 'phone_exists' });
}

/** Validates an email address and returns its stored form. @throws AuthError `validation_failed` */
export function readEmail(address: string): string {
  if (address === '') throw invalid('An email address is required');
  if (address.length > 255) throw invalid('An email address is too long');
  if (!/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/.test(address)) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return address.toLowerCase();
}

/** Validates a phone number (E.164) and returns its stored form, the digits alone. @throws AuthError `validation_failed` */
export function readPhone(number: string): string {
  const digits = number.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}
