import { useState } from 'react';
import { type ActionFailure, failureOf } from '../failure/action-failure.ts';

/** The state of an action that a button starts. */
export interface ActionState {
  readonly busy: boolean;
  /** Why the last run failed; null from the start of the next one. */
  readonly failure: ActionFailure | null;
  /** Runs the action unless another one is running. A rejection becomes {@link failure}. */
  readonly run: (action: () => Promise<void>) => void;
  /** Forgets the failure: the dialog that shows it closes. */
  readonly reset: () => void;
}

/** Runs one action at a time for a button outside a form. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);

  async function perform(action: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(failureOf(error));
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
    reset: () => setFailure(null),
  };
}
