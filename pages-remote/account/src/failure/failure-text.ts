import { defineMessages } from '@atrium/page-kit/messages';
import type { ActionFailure } from './action-failure.ts';

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
  fault: 'Something went wrong on this page. Try again; if that does not help, reload the page.',
});

/** A failure that is no answer of the auth service but a fault of this page. */
export const FAULT: ActionFailure = { code: 'unknown', message: other('fault'), status: 0, retryAfterSeconds: null };

const SELF_EXPLAINING = ['weak_password', 'validation_failed'];

/** The text of a failure for the person it happened to. */
export function failureText(failure: ActionFailure): string {
  const { code, message } = failure;
  if (isKnown(code)) return known(code);
  // The service says itself what is wrong with an input; codes that we do not know come with a message, but no advice.
  if (SELF_EXPLAINING.includes(code) || failure === FAULT) return message;
  return other('withAdvice', { message: message.replace(/[.\s]+$/, '') });
}

function isKnown(code: string): code is keyof typeof byCode {
  return Object.hasOwn(byCode, code);
}
