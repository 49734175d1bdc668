import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import { tooManyMails } from '../limits/limiters.ts';
import type { UserRow } from '../users/user-row.ts';
import type { Outbox } from './outbox.ts';

/** @throws AuthError `over_email_send_rate_limit` when the last mail of the kind is too young. */
function requireInterval(call: Call, sentAt: string | null): void {
  if (sentAt === null) return;
  const left = (Date.parse(sentAt) - Date.now()) / 1000 + call.auth.settings.mailInterval;
  if (left > 0) {
    throw tooManyMails(`For security purposes, you can only request this after ${String(Math.floor(left))} seconds.`, Math.ceil(left));
  }
}

/** Sends the mail that confirms a sign-up. @throws AuthError `over_email_send_rate_limit` */
export async function sendConfirmation(outbox: Outbox, queries: Queries, user: UserRow, pkce: boolean): Promise<void> {
  requireInterval(outbox.call, user.confirmation_sent_at);
  outbox.count();
  const address = user.email ?? '';
  const token = outbox.token(address, pkce);
  await queries.run('update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'confirmation', user, letters: [{ to: address, ...token }] });
}

/** Sends the mail that lets somebody in for whom an account was made. As in GoTrue, it may be sent again at once. */
export async function sendInvitation(outbox: Outbox, queries: Queries, user: UserRow): Promise<void> {
  outbox.count();
  const address = user.email ?? '';
  const token = outbox.token(address, false);
  await queries.run('update auth.users set confirmation_token = $2, confirmation_sent_at = now(), invited_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'invite', user, letters: [{ to: address, ...token }] });
}

/** Sends a reset link or a log-in link; both use the recovery token, as in GoTrue. @throws AuthError `over_email_send_rate_limit` */
export async function sendRecovery(outbox: Outbox, queries: Queries, user: UserRow, kind: 'recovery' | 'magic_link', pkce: boolean): Promise<void> {
  requireInterval(outbox.call, user.recovery_sent_at);
  outbox.count();
  const address = user.email ?? '';
  const token = outbox.token(address, pkce);
  await queries.run('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind, user, letters: [{ to: address, ...token }] });
}

/** Sends the code that proves that it is still the same person. @throws AuthError `over_email_send_rate_limit` */
export async function sendReauthentication(outbox: Outbox, queries: Queries, user: UserRow): Promise<void> {
  requireInterval(outbox.call, user.reauthentication_sent_at);
  outbox.count();
  const address = user.email ?? '';
  const token = outbox.token(address, false);
  await queries.run('update auth.users set reauthentication_token = $2, reauthentication_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'reauthentication', user, letters: [{ to: address, ...token }] });
}

/**
 * Sends the mails that confirm a change of address: to the new one, and where both must agree also to the current one.
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function sendEmailChange(outbox: Outbox, queries: Queries, user: UserRow, newAddress: string, pkce: boolean): Promise<void> {
  requireInterval(outbox.call, user.email_change_sent_at);
  outbox.count();
  const currentAddress = user.email ?? '';
  const toNew = outbox.token(newAddress, pkce);
  const toCurrent = outbox.call.auth.settings.doubleConfirmChanges && currentAddress !== '' ? outbox.token(currentAddress, pkce) : undefined;
  await queries.run(
    `update auth.users set email_change = $2, email_change_token_new = $3, email_change_token_current = $4,
       email_change_confirm_status = 0, email_change_sent_at = now(), updated_at = now() where id = $1`,
    [user.id, newAddress, toNew.hash, toCurrent?.hash ?? ''],
  );
  const letter = { to: newAddress, ...toNew };
  await outbox.post(queries, {
    kind: 'email_change',
    user: { ...user, email_change: newAddress },
    letters: toCurrent ? [letter, { to: currentAddress, ...toCurrent }] : [letter],
  });
}
