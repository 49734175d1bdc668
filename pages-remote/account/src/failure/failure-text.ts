import type { ActionFailure } from './action-failure.ts';
import { codeText, failureAdvice, textsByCode } from './failure-messages.ts';

/** A failure that is no answer of the auth service but a fault of this page. */
export const FAULT: ActionFailure = { code: 'unknown', message: '', status: 0, isAnswer: false, retryAfterSeconds: null };

/**
 * The text of a failure for the person it happened to. Never what the service itself says: that is made for developers,
 * and is in the sign-in state and in the console.
 */
export function failureText(failure: ActionFailure): string {
  const { code, message, status, isAnswer } = failure;
  if (isKnown(code)) return codeText(code);
  if (failure === FAULT) return failureAdvice('fault');
  if (!isAnswer) return failureAdvice('withAdvice', { message: message.replace(/[.\s]+$/, '') });
  if (status === 429) return failureAdvice('tooMany');
  // The service waits in vain for a hook of the site's own, and blames the request (supabase/auth, `internal/hooks/hookshttp`).
  return failureAdvice(status < 500 && !code.startsWith('hook_timeout') ? 'refused' : 'trouble');
}

function isKnown(code: string): code is keyof typeof textsByCode {
  return Object.hasOwn(textsByCode, code);
}
