import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import { generateOtp, pkcePrefix, tokenHash } from '../tokens/one-time-token.ts';
import { callEmailHook } from './email-hook.ts';
import { hookPayload } from './hook-payload.ts';
import { keepInInbox } from './keep-in-inbox.ts';
import type { Mailing, MailToken } from './mailing.ts';

/** Takes the mails of one transaction, also where that is run twice: what it has given or counted once stays as it is. */
export class Outbox {
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
    const token = this.#tokens.get(address) ?? { otp, hash: (pkce ? pkcePrefix : '') + tokenHash(address, otp) };
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
