/** The site cannot start; `message` is one line that names what is wrong and the mend. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
