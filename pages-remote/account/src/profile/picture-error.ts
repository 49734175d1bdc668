/**
 * Why a picture is not what it should be now. `tooLarge` and `type` are about the file, also where the service found it;
 * `offline`: no answer came; `refused`: by a policy, or for want of a session; `trouble`: everything else.
 */
export type PictureFault = 'tooLarge' | 'type' | 'offline' | 'refused' | 'trouble';

/** A picture could not be read, saved or removed. What was there before still is. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly fault: PictureFault;

  constructor(fault: PictureFault, cause: unknown) {
    super(`The picture failed: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** What a status means, as the storage service and the Data API give it; 0 where no answer came. */
export function faultOfStatus(status: number): PictureFault {
  if (status === 0) return 'offline';
  if (status === 413) return 'tooLarge';
  if (status === 415) return 'type';
  return status === 401 || status === 403 ? 'refused' : 'trouble';
}

/** An error of storage-js: without a status where no answer came. */
interface StorageFailure {
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
}

/** Throws what the storage service answered, if it was an error. The body has the status that is meant, HTTP's is often 400. @throws {PictureError} */
export function assertStored(error: StorageFailure | null): void {
  if (error) throw new PictureError(faultOfStatus(Number(error.statusCode ?? error.status ?? 0)), error);
}
