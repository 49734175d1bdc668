import type { Queries } from '../database/database.ts';
import { invalid } from './auth-error.ts';
import type { Call } from './call.ts';
import { requireSendInterval } from './limiters.ts';
import { generateOtp, isTokenValid, otpExpired, requireNotBanned, tokenHash } from './one-time-tokens.ts';
import { confirmPhone, findUserByPhone, findUserByPhoneChange, phoneTaken, saveIdentity, updateProviders } from './users.ts';
import type { UserRow } from './users.ts';

/** The columns of the hash of an SMS code and of the time when it was sent, by the code's purpose. */
const COLUMNS = {
  'sign-in': ['confirmation_token', 'confirmation_sent_at'],
  change: ['phone_change_token', 'phone_change_sent_at'],
  reauthentication: ['reauthentication_token', 'reauthentication_sent_at'],
} as const;

/** The response to a request for a code. */
interface SentCode {
  message_id: string;
}

/** The sender of every SMS in the inbox. */
const SENDER = 'local-supabase';

/** Delivers a code to the inbox. Returns the id of the message. @param template the text, with `{{ .Code }}` for the code */
export function sendSms({ auth }: Call, queries: Queries, phone: string, template: string, code: string): Promise<string> {
  const content = template.replace(/\{\{\s*\.Code\s*\}\}/g, code);
  return auth.messages.add(queries, { channel: 'sms', from: SENDER, to: `+${phone}`, subject: 'SMS', text: content, html: null });
}

/** @throws AuthError `validation_failed` for a channel other than SMS */
export function requireSmsChannel(channel: string): void {
  if (channel !== '' && channel !== 'sms') {
    throw invalid(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  }
}

/**
 * Sends a code to a phone and stores its hash (GoTrue's sendPhoneConfirmation). Numbers with a fixed code get no SMS.
 * @param phone for a change, the new number
 * @throws AuthError `over_sms_send_rate_limit`
 */
export async function sendPhoneCode(call: Call, queries: Queries, user: UserRow, purpose: keyof typeof COLUMNS, phone: string): Promise<SentCode> {
  const { autoconfirm, interval, otpLength, template, testCodes } = call.auth.settings.sms;
  const [token, sentAt] = COLUMNS[purpose];
  requireSendInterval(user[sentAt], interval, 'over_sms_send_rate_limit');
  const fixed = testCodes.get(phone);
  const code = fixed ?? generateOtp(otpLength);
  if (fixed === undefined && !autoconfirm) call.auth.limiters.countSms();
  const messageId = fixed === undefined ? await sendSms(call, queries, phone, template, code) : 'test-otp';
  await queries.run(`update auth.users set ${token} = $2, ${sentAt} = now(), updated_at = now() where id = $1`, [user.id, tokenHash(phone, code)]);
  if (purpose === 'change') await queries.run('update auth.users set phone_change = $2 where id = $1', [user.id, phone]);
  return { message_id: messageId };
}

/** The types of verifyOtp for codes by SMS. */
export type PhoneVerification = 'sms' | 'phone_change';

/** Whether this is a type of verifyOtp for codes by SMS. */
export function isPhoneVerification(type: string): type is PhoneVerification {
  return type === 'sms' || type === 'phone_change';
}

/** Finds the user of a code by SMS. @throws AuthError `otp_expired`, `user_banned` */
export async function findByPhoneCode({ auth }: Call, queries: Queries, type: PhoneVerification, phone: string, code: string): Promise<UserRow> {
  const { otpExpiry, testCodes } = auth.settings.sms;
  const user = await (type === 'sms' ? findUserByPhone(queries, phone) : findUserByPhoneChange(queries, phone));
  if (!user) throw otpExpired('Token has expired or is invalid');
  requireNotBanned(user);
  if (testCodes.has(phone) && testCodes.get(phone) === code) return user;
  const [token, sentAt] = COLUMNS[type === 'sms' ? 'sign-in' : 'change'];
  if (!isTokenValid(tokenHash(phone, code), user[token], user[sentAt], otpExpiry)) throw otpExpired('Token has expired or is invalid');
  return user;
}

/** Confirms a user's phone number, or changes it to the new one. @throws AuthError `phone_exists` if another account now has the new number */
export function redeemPhoneCode(queries: Queries, user: UserRow, type: PhoneVerification): Promise<void> {
  return type === 'sms' ? confirmPhone(queries, user.id) : changePhone(queries, user, user.phone_change);
}

/** Gives a user a confirmed phone number. @throws AuthError `phone_exists` */
export async function changePhone(queries: Queries, user: UserRow, phone: string): Promise<void> {
  const owner = await findUserByPhone(queries, phone);
  if (owner && owner.id !== user.id) throw phoneTaken();
  await saveIdentity(queries, user, 'phone', { phone, phone_verified: true });
  await updateProviders(queries, user.id);
  await queries.run(
    `update auth.users set phone = $2, phone_change = '', phone_change_token = '', phone_confirmed_at = now(), is_anonymous = false,
       updated_at = now() where id = $1`,
    [user.id, phone],
  );
}
