import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runBackend, type RunningBackend } from '../../../e2e/src/site/backend.ts';
import serveBackends from '../../../tools/backend/test-backends.ts';
import type { RunningSite } from './real-site.ts';

let serving: Promise<void> | undefined;

/** Starts an empty backend, which deletes its data when it stops. @throws {StartError} */
export async function startBackend(): Promise<RunningBackend & RunningSite> {
  await (serving ??= serveBackends());
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-backend-'));
  const backend = await runBackend(folder, 'http://localhost', ['--no-rate-limits']);
  const stop = async (): Promise<void> => {
    await backend.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...backend, url: backend.apiUrl, stop };
}
