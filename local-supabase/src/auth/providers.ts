import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServices } from './call.ts';
import { confirmUser, emailTaken, findUserByEmail, findUserById, mergeMetadata, updateProviders } from './users.ts';
import type { UserRow } from './users.ts';

/** What the provider says about its user. The provider of this backend has verified every address. */
interface ProvidedIdentity {
  readonly provider: string;
  /** The user's id at the provider. */
  readonly subject: string;
  readonly data: Record<string, unknown>;
  readonly email: string;
}

/** What a provider says about the user with an email address. */
export function providedIdentity(provider: string, email: string, name: string): ProvidedIdentity {
  const subject = createHash('sha256').update(`${provider} ${email}`).digest('hex').slice(0, 21);
  const iss = `https://${provider}.example`;
  return { provider, subject, email, data: { iss, sub: subject, provider_id: subject, email, email_verified: true, phone_verified: false, ...(name !== '' && { name, full_name: name }) } };
}

/**
 * Signs the provider's user in: the account that has this identity, the one with the same confirmed email address, or a new one
 * (supabase/auth, `internal/models/linking.go`). An account whose address was never confirmed loses its password and other identities,
 * because anyone could have registered it. Returns the account's id.
 * @throws AuthError `signup_disabled`
 */
export async function accountOfIdentity({ settings }: AuthServices, queries: Queries, identity: ProvidedIdentity): Promise<string> {
  const known = await findIdentity(queries, identity);
  if (known) {
    await queries.run('update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now() where id = $1', [known.id, JSON.stringify(identity.data)]);
    await mergeMetadata(queries, known.user_id, 'raw_user_meta_data', identity.data);
    return known.user_id;
  }
  const user = await findUserByEmail(queries, identity.email);
  if (!user && !settings.signUpEnabled) throw new AuthError('Signups not allowed for this instance', { status: 422, code: 'signup_disabled' });
  const id = user?.id ?? (await createUserOf(queries, identity));
  await addIdentity(queries, id, identity);
  await mergeMetadata(queries, id, 'raw_user_meta_data', identity.data);
  // In the service's order, on which triggers of a project can depend.
  if (user && !user.email_confirmed_at) {
    await queries.run('update auth.users set encrypted_password = null, raw_user_meta_data = $2 where id = $1', [id, JSON.stringify(identity.data)]);
    await queries.run('delete from auth.identities where user_id = $1 and (provider, provider_id) <> ($2, $3)', [id, identity.provider, identity.subject]);
    await updateProviders(queries, id);
  }
  await confirmUser(queries, id);
  return id;
}

/**
 * Adds the provider to an account. One without an email address gets that of the provider, and is no longer anonymous.
 * @throws AuthError 422 `identity_already_exists`, 400 `email_exists`
 */
export async function linkIdentity(queries: Queries, userId: string, identity: ProvidedIdentity): Promise<void> {
  const known = await findIdentity(queries, identity);
  if (known) {
    const where = known.user_id === userId ? '' : ' to another user';
    throw new AuthError(`Identity is already linked${where}`, { status: 422, code: 'identity_already_exists' });
  }
  await addIdentity(queries, userId, identity);
  const user = await findUserById(queries, userId);
  if (!user || (user.email ?? '') !== '') return;
  if (!(await takeEmailOfIdentity(queries, user))) throw emailTaken(400);
  await confirmUser(queries, userId);
  await queries.run('update auth.users set is_anonymous = false where id = $1', [userId]);
}

/**
 * Removes an identity of a user, and what the account has from it: the phone number, or the email address, which that of another
 * identity replaces.
 * @throws AuthError 422 `single_identity_not_deletable`, `identity_not_found`, `email_conflict_identity_not_deletable`
 */
export async function unlinkIdentity(queries: Queries, user: UserRow, id: string): Promise<void> {
  if (user.identities.length <= 1) {
    throw new AuthError('User must have at least 1 identity after unlinking', { status: 422, code: 'single_identity_not_deletable' });
  }
  const removed = user.identities.find((identity) => identity.id === id);
  if (!removed) throw new AuthError("Identity doesn't exist", { status: 422, code: 'identity_not_found' });
  await queries.run('delete from auth.identities where id = $1', [id]);
  if (removed.provider === 'phone') await queries.run('update auth.users set phone = null, phone_confirmed_at = null, updated_at = now() where id = $1', [user.id]);
  else if (!(await takeEmailOfIdentity(queries, { ...user, identities: user.identities.filter((identity) => identity !== removed) }))) {
    throw new AuthError('Unable to unlink identity due to email conflict', { status: 422, code: 'email_conflict_identity_not_deletable' });
  }
  await updateProviders(queries, user.id);
}

/**
 * Gives an account the email address of its oldest identity with one, unless an identity has its own address. Pending tokens become
 * invalid (supabase/auth, `internal/models/user.go`, `UpdateUserEmailFromIdentities`).
 * @returns false if every address belongs to another account
 */
async function takeEmailOfIdentity(queries: Queries, { id, email: own, identities }: UserRow): Promise<boolean> {
  const emails = identities.map(({ email }) => email ?? '');
  if (emails.includes(own ?? '')) return true;
  for (const email of emails.toSorted((one, other) => Number(one === '') - Number(other === ''))) {
    if (email !== '' && (await findUserByEmail(queries, email))) continue;
    await queries.run(
      `update auth.users set email = nullif($2, ''), email_confirmed_at = case when $2 = '' then null else email_confirmed_at end, confirmation_token = '',
         recovery_token = '', email_change = '', email_change_token_current = '', email_change_token_new = '', email_change_confirm_status = 0,
         phone_change = '', phone_change_token = '', reauthentication_token = '', updated_at = now() where id = $1`,
      [id, email],
    );
    return true;
  }
  return false;
}

function findIdentity(queries: Queries, { provider, subject }: ProvidedIdentity): Promise<{ id: string; user_id: string } | undefined> {
  return queries.first(v.object({ id: v.string(), user_id: v.string() }), 'select id, user_id from auth.identities where provider = $1 and provider_id = $2', [provider, subject]);
}

async function createUserOf(queries: Queries, { email, provider }: ProvidedIdentity): Promise<string> {
  const id = randomUUID();
  await queries.run(
    `insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, '{}')`,
    [id, email, JSON.stringify({ provider })],
  );
  return id;
}

async function addIdentity(queries: Queries, userId: string, { provider, subject, data }: ProvidedIdentity): Promise<void> {
  await queries.run(`insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1, $2, $3, $4, now())`, [
    subject,
    userId,
    JSON.stringify(data),
    provider,
  ]);
  await updateProviders(queries, userId);
}
