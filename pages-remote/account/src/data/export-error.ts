/** Why an export failed: a record or a file could not be read, or the archive would be larger than a ZIP file can be. */
export type ExportFailure = { readonly reason: 'record' | 'size' } | { readonly reason: 'file'; readonly path: string };

/** An export failed for a reason that the user is told. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly failure: ExportFailure;

  constructor(failure: ExportFailure, cause?: unknown) {
    super(`The export failed: ${failure.reason}`, { cause });
    this.failure = failure;
  }
}
