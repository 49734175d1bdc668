import { faultOfStatus, PictureError } from './picture-error.ts';
import type { Picture } from './picture-file.ts';

/** A connection that moves nothing for so long is given up, in milliseconds; one that is only slow is not. */
const STANDSTILL_MS = 30_000;

/**
 * Sends a picture to a signed address. With XMLHttpRequest: fetch, and with it storage-js, does not tell how far it is.
 *
 * @param onProgress called with the part that is sent, from 0 to 1
 * @throws {PictureError}
 */
export function sendPicture(address: string, { file, type }: Picture, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => {
      request.abort();
    };
    let timer = setTimeout(giveUp, STANDSTILL_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STANDSTILL_MS);
      onProgress(loaded / total);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new PictureError(faultOfStatus(statusOf(request)), `HTTP ${String(request.status)}`));
    };
    request.open('PUT', address);
    request.setRequestHeader('content-type', type);
    request.send(file);
  });
}

/** The status that the body of a refusal tells, or else HTTP's; 0 without an answer. */
function statusOf({ status, responseText }: XMLHttpRequest): number {
  return Number(/"statusCode":"(\d{3})"/.exec(responseText)?.[1] ?? status);
}
