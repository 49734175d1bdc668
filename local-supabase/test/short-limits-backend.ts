import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const program = fileURLToPath(new URL('../../tools/run-source/run-source.mjs', import.meta.url));
const readySchema = v.object({ apiUrl: v.string(), key: v.string() });

/** A backend with a short idle timeout and one connection in realtime, which constantly analyses its tables. */
export async function shortLimitsBackend(...migrations: string[]): Promise<{ apiUrl: string; key: string; stop: () => Promise<void> }> {
  // As in `run`: V8 would spend most of the time on optimising Postgres.
  const child = fork(program, ['local-supabase/test/short-limits-program.ts', ...migrations], { execArgv: ['--liftoff-only'] });
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
