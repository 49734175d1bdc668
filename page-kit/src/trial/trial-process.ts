import * as v from 'valibot';
import { trialJobSchema, type TrialMessage } from './trial-job.ts';
import { tryRelease } from './try-release.ts';

/** Waits until the message has left, so that what hangs afterwards hangs with its name known. */
function tell(message: TrialMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

// Listening keeps the process there while code waits for what never comes; it goes with whoever asked.
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void tryRelease(v.parse(trialJobSchema, message), (step) => tell({ type: 'step', step })).then((outcome) =>
    tell({ type: 'done', ...outcome }),
  );
});
