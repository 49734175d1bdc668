import { tusOffer } from '../resumable/tus-headers.ts';
import type { Endpoint } from '../storage-call.ts';

/** `OPTIONS /upload/resumable`: what of tus is offered. */
export const resumableOffer: Endpoint = {
  method: 'OPTIONS',
  path: '/upload/resumable',
  operation: 'storage.tus.options',
  admitsAnybody: true,
  handle: () => Promise.resolve({ status: 204, headers: tusOffer }),
};
