import { invalidRequest } from '../storage-error.ts';

/** Of characters that a header may carry. */
const headerText = /^[\t\x20-\x7e]*$/;

/** How long copies of a file may be kept, as its header `Cache-Control` will say it. @throws StorageError 400 where no header can */
export function admittedCacheControl(text: string): string {
  if (!headerText.test(text)) throw invalidRequest('Invalid character in cacheControl');
  return text;
}
