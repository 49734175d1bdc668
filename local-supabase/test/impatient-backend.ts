import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const program = fileURLToPath(new URL('../../scripts/run-source.mjs', import.meta.url));
const readySchema = v.object({ apiUrl: v.string(), key: v.string() });

/** A backend whose realtime gives connections little time, and has room for one, and that looks at its tables all the time. */
export async function impatientBackend(...migrations: string[]): Promise<{ apiUrl: string; key: string; stop: () => Promise<void> }> {
  // As for the command (`run`): V8 would spend most of the time on optimising Postgres.
  const child = fork(program, ['local-supabase/test/impatient-program.ts', ...migrations], { execArgv: ['--liftoff-only'] });
  const [ready] = (await once(child, 'message')) as [unknown];
  return {
    ...v.parse(readySchema, ready),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
