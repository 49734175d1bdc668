/** The site cannot start. `message` is one line that names the cause and the fix. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
