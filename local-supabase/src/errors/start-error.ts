/** The backend cannot start, or cannot run a migration. The message is one line that says what is wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
