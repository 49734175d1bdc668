import * as v from 'valibot';
import { HookError } from './hook-error.ts';

const text = v.optional(v.nullable(v.string()), '');
const textOrEmpty = v.pipe(text, v.transform((value) => value ?? ''));

/** A name or a language tag in the account's metadata, which its user can set to anything. Empty if it is not a short text. */
const shortText = v.fallback(v.pipe(v.string(), v.maxLength(100)), '');

/** What mails read of the metadata of an account that has none of it. */
const NO_METADATA = { invited_by: '', invited_to: '', invited_to_view: '', language: '', needs_password: false };

/**
 * The fields of the auth service's request that mails use (supabase/auth, `EmailData` in `internal/mailer/mailer.go`, and
 * `internal/models/user.go`). Without `site_url`, which is the auth service's own URL.
 */
const payloadSchema = v.object({
  user: v.object({
    email: textOrEmpty,
    new_email: textOrEmpty,
    user_metadata: v.fallback(
      v.object({ invited_by: shortText, invited_to: shortText, invited_to_view: shortText, language: shortText, needs_password: v.fallback(v.boolean(), false) }),
      NO_METADATA,
    ),
  }),
  email_data: v.object({
    email_action_type: v.picklist([
      'signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'email_change_new', 'reauthentication',
      'password_changed_notification', 'email_changed_notification', 'phone_changed_notification', 'identity_linked_notification',
      'identity_unlinked_notification', 'mfa_factor_enrolled_notification', 'mfa_factor_unenrolled_notification',
    ]),
    token: textOrEmpty,
    token_hash: textOrEmpty,
    token_new: textOrEmpty,
    token_hash_new: textOrEmpty,
    redirect_to: textOrEmpty,
    old_email: textOrEmpty,
    provider: textOrEmpty,
    factor_type: textOrEmpty,
  }),
});

/** A request for a mail, or for the two mails of a changed email address. */
export type HookPayload = v.InferOutput<typeof payloadSchema>;

/** The kinds of mails that the auth service requests. */
export type ActionType = HookPayload['email_data']['email_action_type'];

/** Parses a request. @throws HookError if the body is not a request for a mail of a known kind */
export function readPayload(body: string): HookPayload {
  try {
    return v.parse(payloadSchema, JSON.parse(body));
  } catch (cause) {
    throw new HookError('The mail cannot be sent: this site does not know its kind.', 'unknown data format', cause);
  }
}
