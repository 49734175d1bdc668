import { useSyncExternalStore } from 'react';
import type { KeptLoad } from './kept-loads.ts';
import type { LoadOutcome } from './site-source.ts';

/**
 * What a load came to; null as long as that is not known. It does not suspend: React shows what a suspended page came
 * to only after its skeleton has stood for 300 ms, and leaves the page before it on screen meanwhile, where people go
 * on typing into a form that is about to vanish.
 */
export function useLoad<Value>(load: KeptLoad<Value>): LoadOutcome<Value> | null {
  return useSyncExternalStore(
    (onChange) => {
      void load.promise.then(onChange);
      return () => undefined;
    },
    () => load.outcome,
  );
}
