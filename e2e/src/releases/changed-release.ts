import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';
import { builtPart } from '../site/published-builds.ts';

/** A change of a build: returns the new content of a script or style sheet. */
export type Change = (content: string, file: string) => string;

/** Replaces a text in every file of a build. */
export function exchange(oldText: string, newText: string): Change {
  return (content) => content.replaceAll(oldText, newText);
}

/**
 * Calls `task` with a changed copy of a part's build. The names of files and the ids of chunks stay the same.
 *
 * @param task gets the folder of the build, which is removed afterwards
 */
export async function withChangedBuild<Value>(name: string, change: Change, task: (build: string) => Promise<Value>): Promise<Value> {
  const build = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-changed-'));
  try {
    await cp(path.join(builtPart(name), 'dist'), build, { recursive: true });
    let changed = 0;
    for (const entry of (await readdir(build)).filter((file) => /\.(?:js|css)$|^build\.json$/.test(file))) {
      const file = path.join(build, entry);
      const content = await readFile(file, 'utf8');
      const made = change(content, entry);
      if (made === content) continue;
      await writeFile(file, made);
      changed += 1;
    }
    if (changed === 0) throw new Error(`The change did not match anything in the build of ${name}.`);
    return await task(build);
  } finally {
    await rm(build, { recursive: true, force: true });
  }
}

/**
 * Publishes a changed build of a part, see {@link withChangedBuild}, under the name in the changed build.
 *
 * @returns the id of the release, which is live
 */
export async function publishChanged(releases: string, name: string, change: Change): Promise<string> {
  return publishSealed(releases, await withChangedBuild(name, change, sealBuild));
}

/** Publishes the build in a folder without the command and its checks. @returns the id of the release */
export async function publishBuild(releases: string, folder: string): Promise<string> {
  return publishSealed(releases, await sealBuild(path.join(folder, 'dist')));
}

async function publishSealed(releases: string, sealed: SealedRelease): Promise<string> {
  const { release, name: named } = sealed.manifest;
  await openDirectoryStore(releases, { compression: 'fast' }).putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  await goLive(releases, named, release);
  return release;
}

/** Makes a stored release the live one. */
export async function goLive(releases: string, name: string, release: string): Promise<void> {
  await move(releases, { action: 'publish', name, release });
}

/** Retires a page module. */
export async function retire(releases: string, name: string): Promise<void> {
  await move(releases, { action: 'retire', name, release: null });
}

async function move(releases: string, change: { action: 'publish' | 'retire'; name: string; release: string | null }): Promise<void> {
  const store = openDirectoryStore(releases);
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await store.move({ ...change, expectedRevision, who: 'a test', why: 'to see it' });
}
