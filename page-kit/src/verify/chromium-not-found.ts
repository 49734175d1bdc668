/** No Chromium can be run here; `message` says what to do about it. */
export class ChromiumNotFoundError extends Error {
  override readonly name = 'ChromiumNotFoundError';
}
