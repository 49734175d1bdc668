import type { AuthActionError, AuthActionName } from '@atrium/page-kit/contract/auth';
import { text } from '../messages.ts';
import type { Failure } from './describe-failure.ts';

/** What a failed action is rejected with; see the page contract. */
export class ActionError extends Error implements AuthActionError {
  override readonly name = 'AuthActionError';
  override readonly cause: unknown;
  readonly action: AuthActionName;
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(action: AuthActionName, failure: Failure, cause: unknown) {
    super(failure.message ?? text(`default.${action}`));
    this.cause = cause;
    this.action = action;
    this.code = failure.code;
    this.status = failure.status;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}
