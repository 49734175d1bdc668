import type { TokenError, TokenFault } from '@atrium/page-kit/contract/auth';

/** What `verifyToken` rejects with; see the page contract. */
export class TokenRefusal extends Error implements TokenError {
  override readonly name = 'TokenError';
  override readonly cause: unknown;
  readonly fault: TokenFault;

  constructor(fault: TokenFault, message: string, cause: unknown = null) {
    super(message);
    this.cause = cause;
    this.fault = fault;
  }
}
