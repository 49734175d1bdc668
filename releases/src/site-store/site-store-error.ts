import type { Refusal } from './store-wire.ts';

/** The site's store cannot be reached, or refuses. The message says what to do next; the token is never in it. */
export class SiteStoreError extends Error {
  override readonly name = 'SiteStoreError';
  /** What kind of trouble it is, for programs. */
  readonly code: Refusal['code'] | 'unreachable' | 'redirected' | 'unknown-answer';

  constructor(code: SiteStoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
