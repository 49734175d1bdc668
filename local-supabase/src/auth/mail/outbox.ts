import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import { tooManyMails } from '../limiters.ts';
import { generateOtp, PKCE_PREFIX, tokenHash } from '../one-time-tokens.ts';
import type { UserRow } from '../users.ts';
import { callEmailHook, hookPayload } from './email-hook.ts';
import { keepInInbox } from './mail-content.ts';
import type { Mailing, MailToken } from './mailing.ts';

/** Takes the mails of one transaction, also where that is run twice: what it has given or counted once stays as it is. */
class Outbox {
  readonly call: Call;
  readonly #tokens = new Map<string, MailToken>();
  #isCounted = false;
  #waiting: Mailing | undefined;

  constructor(call: Call) {
    this.call = call;
  }

  /** The mail that a hook has to take before the transaction may stay. */
  get waiting(): Mailing | undefined {
    return this.#waiting;
  }

  /** The code of the mail to an address, and its hash. */
  token(address: string, pkce: boolean): MailToken {
    const otp = generateOtp(this.call.auth.settings.otpLength);
    const token = this.#tokens.get(address) ?? { otp, hash: (pkce ? PKCE_PREFIX : '') + tokenHash(address, otp) };
    this.#tokens.set(address, token);
    return token;
  }

  /** Counts the mail against the project's limit. @throws AuthError `over_email_send_rate_limit` */
  count(): void {
    if (!this.#isCounted) this.call.auth.limiters.countMail();
    this.#isCounted = true;
  }

  /** Sends a mail: to the inbox at once, to a hook when the transaction has shown that it would succeed. */
  async post(queries: Queries, mailing: Mailing): Promise<void> {
    if (this.call.auth.settings.sendEmailHook) this.#waiting = mailing;
    else await keepInInbox(this.call, queries, mailing);
  }
}

/**
 * Runs a transaction that sends a mail; without the mail, nothing of it stays. GoTrue asks the hook within it, on one of
 * many connections. Here is one session only, for which everybody would wait, the hook as well if it asks this backend
 * for something. So it is rehearsed and undone, the hook is asked, and then it is run with the secrets that were mailed.
 * @param work may be run twice: it changes nothing but the database and the outbox
 * @throws AuthError of the work or of the hook
 */
export async function mailTransaction<T>(call: Call, work: (queries: Queries, outbox: Outbox) => Promise<T>): Promise<T> {
  const { database, settings } = call.auth;
  const outbox = new Outbox(call);
  const run = (queries: Queries): Promise<T> => work(queries, outbox);
  const outcome = await database.transaction(run, () => outbox.waiting === undefined);
  if (!outbox.waiting || !settings.sendEmailHook) return outcome;
  await callEmailHook(settings.sendEmailHook, hookPayload(call, outbox.waiting));
  return database.transaction(run);
}

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
