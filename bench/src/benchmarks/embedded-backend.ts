import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../../../tools/repository/repository.ts';
import { ServiceProcess } from '../../../tools/start/service-process.ts';
import { loadServer } from '../measure/request-load.ts';
import { limitedTimes, type Benchmark, type Outcome } from '../report/outcome.ts';

const TIMES = {
  /** With all migrations of the site. The package has created its template of the database before. */
  first: { label: 'first start, in an empty folder', limit: 4_000 },
  later: { label: 'later start', limit: 1_200 },
  /** At least 250 a second. */
  select: { label: 'authenticated select, over ten connections', limit: 4 },
};
type BackendTimes = Readonly<Record<keyof typeof TIMES, number>>;

/** The selects of a measurement, and before it. */
const SELECTS = { connections: 10, warmUp: 200, count: 1_000 };

/** The start of the embedded backend alone, and the rate of its selects. */
export const embeddedBackend: Benchmark = { runs: 5, measure };

/** @throws {StartError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  const times: BackendTimes[] = [];
  for (let run = 0; run <= runs; run += 1) {
    if (run > 0) report(`Round ${run} of ${runs} …`);
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-backend-'));
    try {
      const measured = await measureOnce(folder);
      // The first round may create the template. It does not count.
      if (run > 0) times.push(measured);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return limitedTimes('the embedded backend', TIMES, times);
}

async function measureOnce(folder: string): Promise<BackendTimes> {
  const first = await start(folder);
  await first.stop();
  const later = await start(folder);
  try {
    return { first: first.ms, later: later.ms, select: await timeOfSelect(later) };
  } finally {
    await later.stop();
  }
}

const readySchema = v.object({ apiUrl: v.string(), publishableKey: v.string() });

interface RunningBackend extends v.InferOutput<typeof readySchema> {
  /** Milliseconds until it was ready. */
  readonly ms: number;
  stop(): Promise<unknown>;
}

async function start(folder: string): Promise<RunningBackend> {
  const began = performance.now();
  const options = ['--port', '0', '--inbox-port', '0', '--data-dir', folder, '--migrations', path.join(ROOT, 'supabase/migrations')];
  const service = new ServiceProcess('The embedded backend', path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), ['start', ...options], process.env);
  const ready = v.parse(readySchema, await service.ready);
  return { ...ready, ms: performance.now() - began, stop: () => service.stop() };
}

const sessionSchema = v.object({ access_token: v.string() });

/** Milliseconds for a select of a user's own boards, under the policies of the site. */
async function timeOfSelect({ apiUrl, publishableKey }: RunningBackend): Promise<number> {
  const send = async (route: string, body: object, headers = {}) => {
    const response = await fetch(`${apiUrl}${route}`, { method: 'POST', headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${route} responded with ${String(response.status)}: ${await response.text()}`);
    return response;
  };
  const { access_token: token } = v.parse(sessionSchema, await (await send('/auth/v1/signup', { email: 'ada@example.com', password: 'correct horse battery' })).json());
  const authorization = `Bearer ${token}`;
  await send('/rest/v1/workspace_boards', Array.from({ length: 5 }, (_, index) => ({ id: crypto.randomUUID(), name: `Board ${String(index)}` })), { authorization });
  return (await loadServer(apiUrl, '/rest/v1/workspace_boards?select=id,name', { apikey: publishableKey, authorization }, SELECTS)).each;
}
