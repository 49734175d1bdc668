import { clientText } from '../client/client-messages.ts';
import { MfaError } from '../client/mfa-error.ts';
import { ActionError } from '../failure/auth-action-error.ts';

/** Codes of the auth service (supabase/auth, internal/api/apierrors), and our own, that a new log-in can fail with. */
const messages = {
  invalid_credentials: 'again.wrongPassword',
  user_banned: 'again.banned',
  network: 'again.network',
  timeout: 'again.timeout',
} as const;

const messageOfCode = new Map(Object.entries(messages));

/** The words for a log-in that failed. What the service itself says is made for developers, and stays in the state and the log. */
export function explainFailure(failure: unknown): string {
  if (!(failure instanceof ActionError)) return clientText('again.failed');
  const { code, status, retryAfterSeconds, cause, message } = failure;
  if (cause instanceof MfaError) return message;
  if (status === 429) {
    return retryAfterSeconds === null
      ? clientText('mfa.tooManyTries')
      : clientText('mfa.tooManyTriesFor', { count: retryAfterSeconds });
  }
  return clientText(messageOfCode.get(code) ?? 'again.failed');
}
