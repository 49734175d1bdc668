import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { published, workspaceFiles } from '@atrium/releases/testing';
import { ROOT } from '../../../tools/repository/repository.ts';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
beforeAll(async () => {
  project = await StoreProject.start();
});
afterAll(() => project.stop());

const run = promisify(execFile);

/** Runs `atrium … --store supabase:` in a folder of its own. */
async function atrium(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await project.cacheDirectory();
  const all = [path.join(ROOT, 'page-kit/bin/atrium.mjs'), ...args, '--store', 'supabase:'];
  return (await run(process.execPath, all, { cwd, env: { PATH: process.env['PATH'], HOME: cwd, ...environment } })).stdout;
}

test('the platform team creates the first token and lists live releases directly in the project', async () => {
  const environment = { RELEASES_SUPABASE_URL: project.backend.apiUrl, RELEASES_SUPABASE_KEY: project.backend.secretKey };
  const store = await project.open();
  const { release } = await published(store, workspaceFiles(1));
  const output = await atrium(['token', 'create', 'platform', '--remotes', '*'], environment);
  const [token = ''] = /atrium_[a-z2-7]{8}_[a-z2-7]{32}/.exec(output) ?? [];
  expect(await store.teams.teamOfToken(token)).toEqual({ team: 'platform', remotes: ['*'] });
  expect(await atrium(['status'], environment)).toContain(release);
});
