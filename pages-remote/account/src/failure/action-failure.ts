import { codeText, failureAdvice, textsByCode } from './messages.ts';

/** What a screen needs to know about the error of a sign-in action. */
export interface ActionFailure {
  /** The auth service's error code, or `network`, `timeout`, `unknown`. */
  readonly code: string;
  /** The error's own message. */
  readonly message: string;
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
  /** True when the auth service responded, so that the message is written for developers; otherwise the sign-in wrote it for users. */
  readonly isFromServer: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Stands for any error that no sign-in action throws: a defect of the page itself. */
const PAGE_DEFECT: ActionFailure = { code: 'unknown', message: '', status: 0, isFromServer: false, retryAfterSeconds: null };

/** Reads the error that a sign-in action was rejected with; null for any other error. */
export function readActionFailure(error: unknown): ActionFailure | null {
  // `instanceof AuthActionError` does not work: the class belongs to another container.
  if (!(error instanceof Error) || error.name !== 'AuthActionError') return null;
  const { message, cause } = error;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  return {
    message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : 'unknown',
    status,
    // A CredentialsError comes from the site's own server.
    isFromServer: status > 0 && !(cause instanceof Error && cause.name === 'CredentialsError'),
    retryAfterSeconds:
      'retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number' ? error.retryAfterSeconds : null,
  };
}

/** The failure to show for an error. Reports every error that no sign-in action throws, because it is a defect of the page. */
export function failureOf(error: unknown): ActionFailure {
  const failure = readActionFailure(error);
  if (failure === null) reportError(error);
  return failure ?? PAGE_DEFECT;
}

/** The text of a failure for the user. Never the service's own message, which is written for developers: the console has it. */
export function failureText(failure: ActionFailure): string {
  const { code, message, status, isFromServer } = failure;
  const text = textOfServiceCode(code);
  if (text !== null) return text;
  if (failure === PAGE_DEFECT) return failureAdvice('defect');
  if (!isFromServer) return failureAdvice('withAdvice', { message: message.replace(/[.\s]+$/, '') });
  if (status === 429) return failureAdvice('tooMany');
  // When a hook of the site times out, the service responds with a 4xx status (supabase/auth, `internal/hooks/hookshttp`).
  return failureAdvice(status < 500 && !code.startsWith('hook_timeout') ? 'refused' : 'serverError');
}

/** The text of an error code of the auth service; null for one without a text of its own. */
export function textOfServiceCode(code: string): string | null {
  return textOfCode(code, textsByCode, codeText);
}

/** The text of an error code; null for a code that is not among the texts. */
export function textOfCode<Code extends string>(code: string, texts: Readonly<Record<Code, string>>, say: (code: Code) => string): string | null {
  const isAmong = (name: string): name is Code => Object.hasOwn(texts, name);
  return isAmong(code) ? say(code) : null;
}
