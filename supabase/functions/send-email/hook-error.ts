/** A mail is not sent. The auth service returns the message to its caller, so it must not contain personal data. */
export class HookError extends Error {
  override readonly name = 'HookError';
  /** The reason for the log, also without personal data. */
  readonly detail: string;

  constructor(message: string, detail: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.detail = detail;
  }
}

/** The request does not come from the auth service. */
export class ForgedRequestError extends Error {
  override readonly name = 'ForgedRequestError';
}

/** A setting is missing or wrong. The message names the variable, but never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
