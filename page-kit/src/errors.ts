/** A failure that the user can fix: the message says how, and `code` tells programs which one it is. Every other error is a defect. */
abstract class KitError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The command line is invalid. `atrium` exits with 2. */
export class UsageError extends KitError<'usage'> {
  override readonly name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super('usage', message, options);
  }
}

/** A command cannot do what it was asked to. `atrium` exits with 1. */
export class CommandError extends KitError {
  override readonly name = 'CommandError';
}

/** A development server cannot start. */
export class DevelopmentError extends KitError<'bad-module' | 'port-taken'> {
  override readonly name = 'DevelopmentError';
}

/** The site behind a proxy does not respond, or not like an Atrium site that this page-kit knows. */
export class SiteProxyError extends KitError<'site-unreachable' | 'no-atrium-site' | 'other-site-version' | 'site-not-ready' | 'not-a-remote'> {
  override readonly name = 'SiteProxyError';
}

/** A module cannot be verified at all. */
export class VerifyError extends KitError<'bad-settings' | 'browser-failed' | 'no-page-module' | 'no-header' | 'page-crashed' | 'page-hangs'> {
  override readonly name = 'VerifyError';
}

/** There is no Chromium to run. */
export class ChromiumNotFoundError extends KitError<'no-chromium'> {
  override readonly name = 'ChromiumNotFoundError';

  constructor(message: string) {
    super('no-chromium', message);
  }
}
