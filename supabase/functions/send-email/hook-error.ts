/** A mail is not sent. The auth service hands the message on to whoever asked for the mail: it may say nothing of anybody. */
export class HookError extends Error {
  override readonly name = 'HookError';
  /** What happened, for the log: nothing of anybody either. */
  readonly detail: string;

  constructor(message: string, detail: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.detail = detail;
  }
}

/** The request is not the auth service's: nothing of it is read, and it is refused. */
export class ForgedRequestError extends Error {
  override readonly name = 'ForgedRequestError';
}

/** A setting is missing or wrong; the message names the variable, and never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
