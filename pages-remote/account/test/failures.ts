import type { AuthActionName } from '@atrium/page-kit/contract/auth';
import { clock, faults } from '@atrium/page-kit/testing';

/** How an action of the sign-in fails. */
export interface Failure {
  /** The service's error code, or `network`, `timeout`, or `unknown` for a response without a code. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status?: number;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Makes the next request of an action fail. Call the returned function after the request was sent: for a timeout, it
 * advances the clock.
 */
export function failNext(action: AuthActionName, { code, status = 400, message = 'Message of the service.', retryAfterSeconds }: Failure): () => Promise<void> {
  if (code === 'timeout') {
    const { arrived } = faults.hold({ action });
    return async () => {
      await arrived;
      await clock.advance({ seconds: 16 });
    };
  }
  const words = retryAfterSeconds === undefined ? message : `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;
  if (code === 'network') faults.next({ action, answer: 'offline' });
  else if (code === 'unknown') faults.next({ action, respond: () => Response.json({ message: words }, { status }) });
  else faults.next({ action, status, code, message: words });
  return () => Promise.resolve();
}
