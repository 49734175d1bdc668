import { defineMessages } from '@atrium/page-kit/messages';

/** What each error code of the auth service means for the user, and what to do next. */
export const textsByCode = {
  invalid_credentials:
    'Wrong email or password. Check both for typos, or ask for a reset link.',
  email_not_confirmed: 'This address is not confirmed yet. Open the link in the email that we sent you.',
  user_already_exists: 'There is an account with this email already. Log in, or ask for a reset link.',
  email_exists: 'There is an account with this email already. Log in, or ask for a reset link.',
  email_address_invalid: 'This address cannot be used. Check it for typos.',
  same_password: 'This is your password already. Choose another one.',
  current_password_required: 'Enter your current password as well, so that only you can change it.',
  current_password_invalid: 'This is not your current password. Check it for typos, then try again.',
  signup_disabled: 'Sign-up is closed at the moment.',
  email_provider_disabled: 'Log-in by email is turned off on this site.',
  email_address_not_authorized: 'This site cannot send email to this address. Ask the people who run it.',
  user_not_found: 'Your account was deleted, so you are logged out.',
  user_banned: 'This account is blocked. Ask the people who run this site.',
  over_email_send_rate_limit: 'Too many emails were requested. Wait a little, then try again.',
  over_request_rate_limit: 'Too many attempts in a short time. Wait a little, then try again.',
  session_not_found: 'Your session has ended. Log in again, then repeat this.',
  session_expired: 'Your session has ended. Log in again, then repeat this.',
  reauthentication_needed: 'You logged in too long ago for this change. Ask for a reset link instead.',
  network: 'There is no connection to the server. Check your connection, then try again.',
  timeout: 'The server took too long to respond. Try again.',
} as const;

export const codeText = defineMessages(textsByCode, 'account.failure.code');

/** Texts for failures without a text of their own in {@link textsByCode}. */
export const failureAdvice = defineMessages({
  withAdvice: '{message} – try again in a moment.',
  tooMany: 'Too many attempts in a short time. Wait a little, then try again.',
  refused: 'The server did not accept this. Check what you typed, then try again.',
  serverError: 'The server is having problems right now. Wait a little, then try again.',
  defect: 'Something went wrong on this page. Try again; if that does not help, reload the page.',
}, 'account.failure');
