import type { Queries } from '../../database/database.ts';
import type { MailKind } from '../../options/settings.ts';
import type { Call } from '../call.ts';
import { tooManyMails } from '../limits/limiters.ts';
import { generateOtp, pkcePrefix, tokenHash } from '../tokens/one-time-token.ts';
import { userJson } from '../users/user-json.ts';
import type { UserRow } from '../users/user-row.ts';
import { callEmailHook } from './email-hook.ts';
import { composeMail } from './mail-content.ts';
import { redirectAddress } from './redirect-address.ts';

const sender = 'no-reply@localhost';

/** What a mail carries: its code, and the hash that links carry and the database keeps. */
interface MailToken {
  otp: string;
  hash: string;
}

function makeToken(call: Call, address: string, pkce: boolean): MailToken {
  const otp = generateOtp(call.auth.settings.otpLength);
  return { otp, hash: (pkce ? pkcePrefix : '') + tokenHash(address, otp) };
}

/** @throws AuthError `over_email_send_rate_limit` when the last mail of the kind is too young. */
function requireInterval(call: Call, sentAt: string | null): void {
  if (sentAt === null) return;
  const left = (Date.parse(sentAt) - Date.now()) / 1000 + call.auth.settings.mailInterval;
  if (left > 0) {
    throw tooManyMails(`For security purposes, you can only request this after ${String(Math.floor(left))} seconds.`, Math.ceil(left));
  }
}

/** A mail of a person: its mailbox, and the secrets in it. */
interface Letter extends MailToken {
  to: string;
}

/** What GoTrue calls the kinds of mails (internal/mailer/mailer.go). */
const actionTypes = { confirmation: 'signup', magic_link: 'magiclink', recovery: 'recovery', email_change: 'email_change', reauthentication: 'reauthentication' };

/** Sends a mail, or the two of a change of address, of which the second goes to the current one. */
async function deliver(call: Call, queries: Queries, kind: MailKind, user: UserRow, letters: [Letter, Letter?]): Promise<void> {
  const hook = call.auth.settings.sendEmailHook;
  if (hook) await callEmailHook(hook, hookPayload(call, kind, user, letters));
  else for (const letter of letters) if (letter) await keepInInbox(call, queries, kind, user, letter);
}

/** GoTrue's payload, in which the hashes of a change of address have each other's names. */
function hookPayload(call: Call, kind: MailKind, user: UserRow, [letter, toCurrent]: [Letter, Letter?]): object {
  return {
    user: userJson(user),
    email_data: {
      token: (toCurrent ?? letter).otp,
      token_hash: letter.hash,
      redirect_to: redirectAddress(call),
      email_action_type: actionTypes[kind],
      site_url: `${call.auth.settings.externalUrl ?? call.auth.apiUrl()}/auth/v1`,
      token_new: toCurrent ? letter.otp : '',
      token_hash_new: toCurrent?.hash ?? '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
    },
  };
}

async function keepInInbox(call: Call, queries: Queries, kind: MailKind, user: UserRow, { to, otp, hash }: Letter): Promise<void> {
  const { settings, messages, apiUrl } = call.auth;
  const redirectTo = redirectAddress(call);
  const confirmation = new URL(`${settings.externalUrl ?? apiUrl()}/auth/v1/verify`);
  confirmation.search = new URLSearchParams({ token: hash, type: actionTypes[kind], redirect_to: redirectTo }).toString();
  const content = composeMail(
    kind,
    {
      SiteURL: settings.siteUrl.replace(/\/$/, ''),
      RedirectTo: redirectTo,
      ConfirmationURL: confirmation.toString(),
      Token: otp,
      TokenHash: hash,
      Email: user.email ?? '',
      NewEmail: user.email_change,
    },
    settings.templates[kind],
  );
  await messages.add(queries, { channel: 'email', from: sender, to, ...content });
}

/** Sends the mail that confirms a sign-up. @throws AuthError `over_email_send_rate_limit` */
export async function sendConfirmation(call: Call, queries: Queries, user: UserRow, pkce: boolean): Promise<void> {
  requireInterval(call, user.confirmation_sent_at);
  call.auth.limiters.countMail();
  const address = user.email ?? '';
  const token = makeToken(call, address, pkce);
  await queries.run('update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1', [user.id, token.hash]);
  await deliver(call, queries, 'confirmation', user, [{ to: address, ...token }]);
}

/** Sends a reset link or a log-in link; both use the recovery token, as in GoTrue. @throws AuthError `over_email_send_rate_limit` */
export async function sendRecovery(call: Call, queries: Queries, user: UserRow, kind: 'recovery' | 'magic_link', pkce: boolean): Promise<void> {
  requireInterval(call, user.recovery_sent_at);
  call.auth.limiters.countMail();
  const address = user.email ?? '';
  const token = makeToken(call, address, pkce);
  await queries.run('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [user.id, token.hash]);
  await deliver(call, queries, kind, user, [{ to: address, ...token }]);
}

/** Sends the code that proves that it is still the same person. @throws AuthError `over_email_send_rate_limit` */
export async function sendReauthentication(call: Call, queries: Queries, user: UserRow): Promise<void> {
  requireInterval(call, user.reauthentication_sent_at);
  call.auth.limiters.countMail();
  const address = user.email ?? '';
  const token = makeToken(call, address, false);
  await queries.run('update auth.users set reauthentication_token = $2, reauthentication_sent_at = now() where id = $1', [user.id, token.hash]);
  await deliver(call, queries, 'reauthentication', user, [{ to: address, ...token }]);
}

/**
 * Sends the mails that confirm a change of address: to the new one, and where both must agree also to the current one.
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function sendEmailChange(call: Call, queries: Queries, user: UserRow, newAddress: string, pkce: boolean): Promise<void> {
  requireInterval(call, user.email_change_sent_at);
  call.auth.limiters.countMail();
  const currentAddress = user.email ?? '';
  const toNew = makeToken(call, newAddress, pkce);
  const toCurrent = call.auth.settings.doubleConfirmChanges && currentAddress !== '' ? makeToken(call, currentAddress, pkce) : undefined;
  await queries.run(
    `update auth.users set email_change = $2, email_change_token_new = $3, email_change_token_current = $4,
       email_change_confirm_status = 0, email_change_sent_at = now(), updated_at = now() where id = $1`,
    [user.id, newAddress, toNew.hash, toCurrent?.hash ?? ''],
  );
  const changing = { ...user, email_change: newAddress };
  const letter = { to: newAddress, ...toNew };
  await deliver(call, queries, 'email_change', changing, toCurrent ? [letter, { to: currentAddress, ...toCurrent }] : [letter]);
}
