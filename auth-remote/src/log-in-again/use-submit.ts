import { useState, type SyntheticEvent } from 'react';
import { explainFailure } from './explain-failure.ts';

/** The submit of a form whose work can fail with words for people. */
export interface Submit {
  readonly isBusy: boolean;
  /** Why the last submit failed; null after the next begins. */
  readonly error: string | null;
  readonly onSubmit: (event: SyntheticEvent) => void;
}

/** Runs the work of a form, once at a time. */
export function useSubmit(work: () => Promise<unknown>): Submit {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(explainFailure(failure));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
