import { useState } from 'react';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { FAULT } from '../failure/failure-text.ts';

/** What a button without a form starts. */
export interface ActionState {
  readonly busy: boolean;
  /** How the last run failed; null again with the next one. */
  readonly failure: ActionFailure | null;
  /** Runs what is given; what it is rejected with becomes {@link failure}. */
  readonly run: (action: () => Promise<void>) => void;
}

/** Runs one action at a time for a button, and says what went wrong. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);

  async function perform(action: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      const problem = readActionFailure(error);
      setFailure(problem ?? FAULT);
      if (!problem) reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    run(action) {
      if (!busy) void perform(action);
    },
  };
}
