import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import { requireSendInterval } from '../limiters.ts';
import { generateOtp, PKCE_PREFIX, tokenHash } from '../one-time-tokens.ts';
import type { UserRow } from '../users.ts';
import { callEmailHook, hookPayload } from './email-hook.ts';
import { deliverToInbox } from './mail-content.ts';
import type { Mailing, MailToken } from './mailing.ts';

/** Collects the mails of one transaction. A transaction that runs twice gets the same tokens and counts once. */
class Outbox {
  readonly call: Call;
  readonly #tokens = new Map<string, MailToken>();
  #isCounted = false;
  #waiting: Mailing | undefined;

  constructor(call: Call) {
    this.call = call;
  }

  /** The mail that the hook must accept before the transaction is committed. */
  get pending(): Mailing | undefined {
    return this.#waiting;
  }

  /** The code of the mail to this email address, and its hash. */
  token(address: string, pkce: boolean): MailToken {
    const otp = generateOtp(this.call.auth.settings.otpLength);
    const token = this.#tokens.get(address) ?? { otp, hash: (pkce ? PKCE_PREFIX : '') + tokenHash(address, otp) };
    this.#tokens.set(address, token);
    return token;
  }

  /**
   * Counts the mail against the limits, once: another request may have sent one between the two runs, and the hook has sent this one.
   * @param sentAt when the last mail of this kind was sent; null if there is no minimum time between two
   * @throws AuthError `over_email_send_rate_limit`
   */
  count(sentAt: string | null): void {
    if (this.#isCounted) return;
    requireSendInterval(sentAt, this.call.auth.settings.mailInterval, 'over_email_send_rate_limit');
    this.call.auth.limiters.countMail();
    this.#isCounted = true;
  }

  /** Delivers a mail to the inbox, or holds it for the hook, which {@link mailTransaction} calls after the trial run. */
  async post(queries: Queries, mailing: Mailing): Promise<void> {
    if (this.call.auth.settings.sendEmailHook) this.#waiting = mailing;
    else await deliverToInbox(this.call, queries, mailing);
  }
}

/**
 * Runs a transaction that sends a mail, and rolls it back if the mail fails. GoTrue calls the hook inside the transaction, on one of
 * many connections. This backend has a single session, so a hook that called it back would deadlock. The transaction is therefore run
 * and rolled back, then the hook is called, then the transaction runs again with the mailed secrets.
 * @param work may run twice, so it must change only the database and the outbox
 * @throws AuthError from the work or from the hook
 */
export async function mailTransaction<T>(call: Call, work: (queries: Queries, outbox: Outbox) => Promise<T>): Promise<T> {
  const { database, settings } = call.auth;
  const outbox = new Outbox(call);
  const run = (queries: Queries): Promise<T> => work(queries, outbox);
  const outcome = await database.transaction(run, () => outbox.pending === undefined);
  if (!outbox.pending || !settings.sendEmailHook) return outcome;
  await callEmailHook(settings.sendEmailHook, hookPayload(call, outbox.pending));
  return database.transaction(run);
}

/** Sends the mail that confirms a sign-up. @throws AuthError `over_email_send_rate_limit` */
export async function sendConfirmation(outbox: Outbox, queries: Queries, user: UserRow, pkce: boolean): Promise<void> {
  outbox.count(user.confirmation_sent_at);
  const address = user.email ?? '';
  const token = outbox.token(address, pkce);
  await queries.run('update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'confirmation', user, recipients: [{ to: address, ...token }] });
}

/** Sends an invitation. As in GoTrue, there is no minimum time between two. */
export async function sendInvitation(outbox: Outbox, queries: Queries, user: UserRow): Promise<void> {
  outbox.count(null);
  const address = user.email ?? '';
  const token = outbox.token(address, false);
  await queries.run('update auth.users set confirmation_token = $2, confirmation_sent_at = now(), invited_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'invite', user, recipients: [{ to: address, ...token }] });
}

/** Sends a reset link or a log-in link; both use the recovery token, as in GoTrue. @throws AuthError `over_email_send_rate_limit` */
export async function sendRecovery(outbox: Outbox, queries: Queries, user: UserRow, kind: 'recovery' | 'magic_link', pkce: boolean): Promise<void> {
  outbox.count(user.recovery_sent_at);
  const address = user.email ?? '';
  const token = outbox.token(address, pkce);
  await queries.run('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind, user, recipients: [{ to: address, ...token }] });
}

/** Sends the code that confirms the user's identity again. @throws AuthError `over_email_send_rate_limit` */
export async function sendReauthentication(outbox: Outbox, queries: Queries, user: UserRow): Promise<void> {
  outbox.count(user.reauthentication_sent_at);
  const address = user.email ?? '';
  const token = outbox.token(address, false);
  await queries.run('update auth.users set reauthentication_token = $2, reauthentication_sent_at = now() where id = $1', [user.id, token.hash]);
  await outbox.post(queries, { kind: 'reauthentication', user, recipients: [{ to: address, ...token }] });
}

/**
 * Sends the mails that confirm a change of email address: to the new one and, with double confirmation, to the current one.
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function sendEmailChange(outbox: Outbox, queries: Queries, user: UserRow, newAddress: string, pkce: boolean): Promise<void> {
  outbox.count(user.email_change_sent_at);
  const currentAddress = user.email ?? '';
  const toNew = outbox.token(newAddress, pkce);
  const toCurrent = outbox.call.auth.settings.doubleConfirmChanges && currentAddress !== '' ? outbox.token(currentAddress, pkce) : undefined;
  await queries.run(
    `update auth.users set email_change = $2, email_change_token_new = $3, email_change_token_current = $4,
       email_change_confirm_status = 0, email_change_sent_at = now(), updated_at = now() where id = $1`,
    [user.id, newAddress, toNew.hash, toCurrent?.hash ?? ''],
  );
  const recipient = { to: newAddress, ...toNew };
  await outbox.post(queries, {
    kind: 'email_change',
    user: { ...user, email_change: newAddress },
    recipients: toCurrent ? [recipient, { to: currentAddress, ...toCurrent }] : [recipient],
  });
}
