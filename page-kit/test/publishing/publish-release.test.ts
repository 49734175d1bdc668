/** @jest-environment node */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { currentRegistry, RevisionMismatchError, type ReleaseStore } from '@atrium/releases/stores';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';
import type { SmokeTestResult } from '@atrium/releases/model';
import { publishRelease, type Published } from '../../src/publishing/publish-release.ts';
import { newFolder, shellBuild, writeBuild } from '../support/small-build.ts';

const PASSED_SMOKE_TEST: SmokeTestResult = { schema: 1, passed: true, problems: [], when: '2026-11-21T12:00:00.000Z' };

let directory: string;
let store: ReleaseStore;
let sealed: SealedRelease;
let upload: jest.SpyInstance;

beforeEach(async () => {
  directory = path.join(newFolder(), 'releases');
  sealed = await sealBuild(path.join(writeBuild(shellBuild()), 'dist'));
  store = openDirectoryStore(directory);
  upload = jest.spyOn(store, 'putRelease');
});

const publish = (): Promise<Published> => publishRelease(store, { sealed, folder: directory, smokeTest: PASSED_SMOKE_TEST, who: 'Ada', why: 'to see it' });

test('does not replace a release that someone else made live during the upload', async () => {
  const newer = await sealBuild(path.join(writeBuild(shellBuild('0.1.0', 'newer();')), 'dist'));
  upload.mockImplementationOnce(async (...args: Parameters<ReleaseStore['putRelease']>) => {
    await publishRelease(openDirectoryStore(directory), { sealed: newer, folder: directory, smokeTest: PASSED_SMOKE_TEST, who: 'Eve', why: 'to be first' });
    return store.putRelease(...args);
  });
  await expect(publish()).rejects.toThrow(RevisionMismatchError);
  expect((await currentRegistry(store)).remotes['shell']?.live).toBe(newer.manifest.release);
});

test('does not upload a live release again', async () => {
  expect(await publish()).toMatchObject({ stored: 'stored', entry: { name: 'shell' } });
  expect(await publish()).toMatchObject({ stored: 'already-there', entry: null });
  expect(upload).toHaveBeenCalledTimes(1);
});

test.each([
  ['manifest', '.json'],
  ['smoke test', '.smoke-test.json'],
  ['files', ''],
])('stores a live release again if its %s is missing', async (_what, suffix) => {
  const { name, release } = sealed.manifest;
  await publish();
  rmSync(path.join(directory, 'files', name, `${release}${suffix}`), { recursive: true });
  store = openDirectoryStore(directory);
  expect(await publish()).toMatchObject({ entry: null });
  expect(await store.readSmokeTest(name, release)).toEqual(PASSED_SMOKE_TEST);
  expect((await store.releaseFile(name, release, 'main.js'))?.content).toEqual(sealed.files.get('main.js'));
});
