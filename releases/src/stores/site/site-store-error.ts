import {
  InvalidMoveError,
  InvalidReleaseError,
  LogUnreadableError,
  MoveRefusedError,
  RegistryUnreadableError,
  ReleaseConflictError,
  RevisionMismatchError,
  StoreUnavailableError,
  StoreLockedError,
  TeamBookError,
} from '../../model/store-errors.ts';
import type { Refusal } from './store-wire.ts';

/** The site's store cannot be reached, or refused the request. The message says what to do and never contains the token. */
export class SiteStoreError extends Error {
  override readonly name = 'SiteStoreError';
  /** The kind of failure, for programs. */
  readonly code: Refusal['code'] | 'unreachable' | 'redirected' | 'unknown-response';

  constructor(code: SiteStoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error for a refusal: the one that a local store would have thrown, with the server's message. */
export function errorFor(refusal: Refusal): Error {
  const { message } = refusal;
  const error = storeErrorFor(refusal);
  // The server's message describes what happened; a message made here would lack the details.
  return error === null ? new SiteStoreError(refusal.code, adviceFor(refusal)) : Object.assign(error, { message });
}

function storeErrorFor({ code, message, expected = 0, actual = 0, findings = [] }: Refusal): Error | null {
  switch (code) {
    case 'release-conflict':
      return new ReleaseConflictError('', '');
    case 'invalid-release':
      return new InvalidReleaseError('', '', []);
    case 'revision-mismatch':
      return new RevisionMismatchError(expected, actual);
    case 'move-refused':
      return new MoveRefusedError('', findings);
    case 'invalid-move':
      return new InvalidMoveError();
    case 'registry-unreadable':
      return new RegistryUnreadableError('');
    case 'log-unreadable':
      return new LogUnreadableError(0, '');
    case 'store-locked':
      return new StoreLockedError('');
    case 'store-unavailable':
      return new StoreUnavailableError('');
    case 'team-book':
      return new TeamBookError(message);
    case 'unknown-token':
    case 'not-your-remote':
    case 'not-your-right':
    case 'too-large':
    case 'too-many-requests':
    case 'bad-request':
    case 'not-found':
    case 'method-not-allowed':
    case 'failed':
      return null;
  }
}

function adviceFor({ code, message }: Refusal): string {
  if (code === 'not-found' || code === 'method-not-allowed') {
    return 'The site has no store at this URL: it may be of another version. Update page-kit, or the site.';
  }
  return message;
}
