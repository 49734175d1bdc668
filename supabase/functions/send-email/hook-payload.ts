import * as v from 'valibot';
import { HookError } from './hook-error.ts';

const text = v.optional(v.nullable(v.string()), '');
const filled = v.pipe(text, v.transform((value) => value ?? ''));

/** Of what an account carries, which its person can set as they like: a name that may stand in a mail, the tag of a language, or nothing. */
const shortText = v.fallback(v.pipe(v.string(), v.maxLength(100)), '');

/**
 * What the auth service says of a mail, as far as mails are made of it (supabase/auth, `internal/mailer/mailer.go`,
 * `EmailData`, and `internal/models/user.go`). Its `site_url` is left out: it is the auth service's own address.
 */
const payloadSchema = v.object({
  user: v.object({
    email: filled,
    new_email: filled,
    user_metadata: v.fallback(v.object({ invited_by: shortText, invited_to: shortText, language: shortText }), { invited_by: '', invited_to: '', language: '' }),
  }),
  email_data: v.object({
    email_action_type: v.picklist([
      'signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'email_change_new', 'reauthentication',
      'password_changed_notification', 'email_changed_notification', 'phone_changed_notification', 'identity_linked_notification',
      'identity_unlinked_notification', 'mfa_factor_enrolled_notification', 'mfa_factor_unenrolled_notification',
    ]),
    token: filled,
    token_hash: filled,
    token_new: filled,
    token_hash_new: filled,
    redirect_to: filled,
    old_email: filled,
    provider: filled,
    factor_type: filled,
  }),
});

/** A request for a mail, or for the two mails of a change of address. */
export type HookPayload = v.InferOutput<typeof payloadSchema>;

/** The kinds of mails that the auth service asks for. */
export type ActionType = HookPayload['email_data']['email_action_type'];

/** @throws HookError for what is no request for a mail, or one of a kind that is not known. */
export function readPayload(body: string): HookPayload {
  try {
    return v.parse(payloadSchema, JSON.parse(body));
  } catch (cause) {
    throw new HookError('The mail cannot be sent: this site does not know its kind.', 'data of a form that is not known', cause);
  }
}
