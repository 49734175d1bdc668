import type { AuthActionName } from '@atrium/page-kit/contract/auth';
import { clock, faults } from '@atrium/page-kit/testing';

/** How an action of the sign-in fails, in the words of its error. */
export interface Failure {
  /** The service's code, or `network`, `timeout`, and `unknown` where the answer has none. */
  readonly code: string;
  /** HTTP status; 0 where no answer comes. */
  readonly status?: number;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Lets the next request of an action fail. What it gives back is called after the request was made: it lets the time go
 * by that the sign-in waits for an answer.
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
