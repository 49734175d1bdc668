import type { Queries } from '../../database/database.ts';
import type { AuthServices } from '../auth-services.ts';
import { confirmUser } from '../users/create-user.ts';
import type { FoundToken } from './mailed-token.ts';

/** What GoTrue says when one of two mailboxes has confirmed a change of address. */
export const singleConfirmation = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Uses a mailed token up and does what it was for. Returns 'half' when a change of address still waits for the
 * other mailbox, otherwise 'done': the person has shown who they are.
 */
export async function redeemToken(auth: AuthServices, queries: Queries, { user, purpose, hash }: FoundToken): Promise<'done' | 'half'> {
  if (purpose === 'email_change') return changeEmail(auth, queries, { user, purpose, hash });
  if (purpose === 'signup' || !user.email_confirmed_at) {
    await confirmUser(queries, user.id);
    await updateIdentity(queries, user.id, { email_verified: true });
  } else {
    await queries.run(`update auth.users set recovery_token = '', updated_at = now() where id = $1`, [user.id]);
  }
  return 'done';
}

async function changeEmail(auth: AuthServices, queries: Queries, { user, hash }: FoundToken): Promise<'done' | 'half'> {
  const { autoconfirm, doubleConfirmChanges } = auth.settings;
  const needsBoth = !autoconfirm && doubleConfirmChanges && user.email !== null && user.email !== '';
  if (needsBoth && user.email_change_confirm_status === 0) {
    const used = hash === user.email_change_token_current ? 'email_change_token_current' : 'email_change_token_new';
    await queries.run(`update auth.users set email_change_confirm_status = 1, ${used} = '', updated_at = now() where id = $1`, [user.id]);
    return 'half';
  }
  await queries.run(
    `update auth.users set email = email_change, email_change = '', email_change_token_new = '', email_change_token_current = '',
       email_change_confirm_status = 0, recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', email_change, 'email_verified', true),
       updated_at = now() where id = $1`,
    [user.id],
  );
  await updateIdentity(queries, user.id, { email: user.email_change, email_verified: true });
  return 'done';
}

async function updateIdentity(queries: Queries, userId: string, changes: Record<string, unknown>): Promise<void> {
  await queries.run(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = now() where user_id = $1 and provider = 'email'`,
    [userId, JSON.stringify(changes)],
  );
}
