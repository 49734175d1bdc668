/** A site that cannot be stood before: it does not answer, or not as an Atrium site does. The message says what to do. */
export class SiteProxyError extends Error {
  override readonly name = 'SiteProxyError';
  /** For programs. */
  readonly code: 'site-unreachable' | 'no-atrium-site' | 'other-site-version' | 'site-not-ready' | 'not-a-remote';

  constructor(code: SiteProxyError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
