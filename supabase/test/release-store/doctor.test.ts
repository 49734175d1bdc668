import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkReleaseStore } from '../../../tools/doctor/check-release-store.ts';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
beforeAll(async () => {
  project = await StoreProject.start();
});
afterAll(() => project.stop());

test('the doctor reports whether it can reach the releases of a project, and what to do', async () => {
  expect(await checkReleaseStore({})).toEqual([]);
  const environment = { RELEASES_SUPABASE_URL: project.backend.apiUrl, RELEASES_SUPABASE_KEY: project.backend.secretKey, RELEASES_CACHE: await project.cacheDirectory() };
  const levels = async (change: Readonly<Record<string, string>> = {}) => (await checkReleaseStore({ ...environment, ...change })).map(({ level, found }) => `${level} ${found}`);
  expect(await levels()).toEqual([expect.stringMatching(/^fix .* has no team yet/)]);
  await (await project.open()).teams.createToken({ team: 'platform', remotes: ['*'] });
  expect(await levels()).toEqual([expect.stringMatching(/^ok .* accepts the key/)]);
  expect(await levels({ RELEASES_SUPABASE_KEY: 'sb_secret_hush' })).toEqual([expect.stringMatching(/^fix .* does not admit the key/)]);
  expect(await levels({ RELEASES_SUPABASE_URL: 'http://127.0.0.1:9' })).toEqual([expect.stringMatching(/^fix .* cannot be reached/)]);
});
