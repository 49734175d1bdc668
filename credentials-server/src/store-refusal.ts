import { MoveRefusedError, RevisionMismatchError, type StoreError } from '@atrium/releases/store-errors';
import type { Refusal } from '@atrium/releases/store-wire';

/** How a failure is answered: with which status, and with what in the body. */
export interface StoreRefusal {
  readonly status: number;
  readonly refusal: Refusal;
}

/** The status of each of the store's errors (RFC 9110 §15). Clients may know all of them. */
const statusOf: Readonly<Record<StoreError['code'], number>> = {
  'release-conflict': 409,
  'revision-mismatch': 409,
  'invalid-release': 422,
  'move-refused': 422,
  'team-book': 422,
  'invalid-move': 400,
  'registry-unreadable': 503,
  'log-unreadable': 503,
  'store-locked': 503,
  'store-away': 503,
};

/** What a client is told of an error of the store's. */
export function storeRefusal(error: StoreError): StoreRefusal {
  const { code, message } = error;
  return { status: statusOf[code], refusal: { code, message, ...detailsOf(error) } };
}

function detailsOf(error: StoreError): Pick<Refusal, 'expected' | 'actual' | 'findings'> {
  if (error instanceof RevisionMismatchError) return { expected: error.expected, actual: error.actual };
  return error instanceof MoveRefusedError ? { findings: [...error.findings] } : {};
}
