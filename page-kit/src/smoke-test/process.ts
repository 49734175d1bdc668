import * as v from 'valibot';
import { smokeTestJobSchema, type SmokeTestMessage } from './job.ts';
import { checkRelease } from './check-release.ts';

/** Waits until the message is sent, so that the parent process knows the step that hangs. */
function send(message: SmokeTestMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

// The listener keeps the process alive while code waits forever. The process ends with its parent.
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void checkRelease(v.parse(smokeTestJobSchema, message), (step) => send({ type: 'step', step })).then((outcome) =>
    send({ type: 'done', ...outcome }),
  );
});
