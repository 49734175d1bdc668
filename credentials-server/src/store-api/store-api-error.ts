import type { Refusal } from '@atrium/releases/store-wire';
import { messages } from '../messages.ts';

/** A request that the store's address refuses before the store is asked. */
export class StoreApiError extends Error {
  override readonly name = 'StoreApiError';
  readonly statusCode: number;
  readonly code: keyof typeof messages.storeProblems & Refusal['code'];

  /** @param detail what is wrong in particular; it quotes nothing secret */
  constructor(statusCode: number, code: StoreApiError['code'], detail?: string) {
    super(detail === undefined ? messages.storeProblems[code] : `${messages.storeProblems[code]} (${detail})`);
    this.statusCode = statusCode;
    this.code = code;
  }
}
