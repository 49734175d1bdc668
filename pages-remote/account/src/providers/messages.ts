import { defineMessages } from '@atrium/page-kit/messages';

export const providerText = defineMessages({
  title: 'Linked accounts',
  advice: 'Log in with an account that you have elsewhere.',
  link: 'Link {provider}',
  detail: '{email}, linked {date}',
  detailWithoutEmail: 'Linked {date}',
  unlink: 'Unlink',
  askUnlinking: 'Unlink {provider}?',
  unlinkAdvice: 'You can then no longer log in with this account.',
  unlinked: '{provider} is unlinked.',
  returning: 'Logging you in …',
  failed: 'You are not logged in',
  notLinked: 'The account is not linked',
  again: 'Back to the log-in',
  goOn: 'Continue',
  otherFailure: 'The provider reported an error. Try again, or use another way.',
}, 'account.providers');

/** What the error codes of a return from a provider mean for the user, and what to do next. */
export const providerTextsByCode = {
  access_denied: 'You cancelled this at the provider. Try again, or log in another way.',
  identity_already_exists: 'This account is already linked, to you or to another user. Choose another account, or unlink this one first.',
  single_identity_not_deletable: 'This is the only way into your account. Set a password first, with “Forgot your password?” on the log-in page.',
  identity_of_address: 'Without this account, your email address would change. Change your email address first.',
  email_conflict_identity_not_deletable: 'Another account uses the address that would remain. Change your email first.',
  manual_linking_disabled: 'This site links no accounts at the moment.',
  provider_email_needs_verification: 'The provider has not verified your address. We have sent you a link to confirm it.',
  flow_state_not_found: 'This took too long, or was done before. Log in again.',
  flow_state_expired: 'This took too long. Log in again.',
  bad_oauth_state: 'This took too long. Log in again.',
  bad_code_verifier: 'The log-in began in another tab or another browser. Log in again here.',
  pkce_code_verifier_not_found: 'The log-in began in another browser. Log in again here.',
} as const;

export const providerFailureText = defineMessages(providerTextsByCode, 'account.providers.failure');
