import { use } from 'react';
import type { KeptLoad } from './kept-loads.ts';
import type { LoadOutcome } from './site-source.ts';

/**
 * What a load came to; suspends until that is known. What is known already is read without suspending: React would
 * come back to the component only after it has drawn the rest, in small slices, and not within 300 ms of a skeleton.
 */
export function useLoad<Value>({ outcome, promise }: KeptLoad<Value>): LoadOutcome<Value> {
  return outcome ?? use(promise);
}
