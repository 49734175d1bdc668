import { defineMessages } from '@atrium/page-kit/messages';
import type { ActionFailure } from './action-failure.ts';
import { inputRefusalText } from './input-refusal-text.ts';

/** What each error code of the auth service means for the person, and what to do next. */
const byCode = {
  invalid_credentials:
    'This email and password do not belong together. Check both for typing mistakes, or ask for a reset link.',
  email_not_confirmed: 'This address is not confirmed yet. Open the link in the mail that we sent you.',
  user_already_exists: 'There is an account with this email already. Log in, or ask for a reset link.',
  email_exists: 'There is an account with this email already. Log in, or ask for a reset link.',
  email_address_invalid: 'This address cannot be used. Check it for typing mistakes.',
  same_password: 'This is your password already. Choose another one.',
  signup_disabled: 'This site takes no new accounts at the moment.',
  email_provider_disabled: 'This site takes no log-ins with email and password at the moment.',
  email_address_not_authorized: 'This site cannot send mail to this address. Ask the people who run it.',
  user_not_found: 'This account is gone. Create a new one, or ask the people who run this site.',
  user_banned: 'This account is blocked. Ask the people who run this site.',
  over_email_send_rate_limit: 'Too many mails were asked for. Wait a little, then ask again.',
  over_request_rate_limit: 'Too many tries in a short time. Wait a little, then try again.',
  session_not_found: 'Your session has ended. Log in again, then repeat this.',
  session_expired: 'Your session has ended. Log in again, then repeat this.',
  reauthentication_needed: 'Your log-in is too long ago for this. Ask for a reset link instead.',
  network: 'There is no connection to the server. Check yours, then try again: what you typed is still here.',
  timeout: 'The server took too long to answer. Try again: what you typed is still here.',
} as const;

const known = defineMessages(byCode);
const other = defineMessages({
  withAdvice: '{message} – try again in a moment; what you typed is still here.',
  tooMany: 'Too many tries in a short time. Wait a little, then try again: what you typed is still here.',
  refused: 'The server did not accept this. Check what you typed, which is still here, then try again.',
  trouble: 'The server has trouble at the moment. Wait a little, then try again: what you typed is still here.',
  fault: 'Something went wrong on this page. Try again; if that does not help, reload the page.',
});

/** A failure that is no answer of the auth service but a fault of this page. */
export const FAULT: ActionFailure = { code: 'unknown', message: other('fault'), status: 0, isAnswer: false, retryAfterSeconds: null };

/**
 * The text of a failure for the person it happened to. Never what the service itself says: that is made for developers,
 * and is in the sign-in state and in the console.
 */
export function failureText(failure: ActionFailure): string {
  const { code, message, status, isAnswer } = failure;
  if (isKnown(code)) return known(code);
  if (code === 'weak_password' || code === 'validation_failed') return inputRefusalText(code, message);
  if (failure === FAULT) return message;
  if (!isAnswer) return other('withAdvice', { message: message.replace(/[.\s]+$/, '') });
  if (status === 429) return other('tooMany');
  // The service waits in vain for a hook of the site's own, and blames the request (supabase/auth, `internal/hooks/hookshttp`).
  return other(status < 500 && !code.startsWith('hook_timeout') ? 'refused' : 'trouble');
}

function isKnown(code: string): code is keyof typeof byCode {
  return Object.hasOwn(byCode, code);
}
