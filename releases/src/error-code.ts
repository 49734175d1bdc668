/** Whether an error is the system's with one of these codes, for example ENOENT. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
}
