/** The command was called in a way that it cannot understand: exit code 2. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
