import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { Move } from '@atrium/releases/model';
import { sealBuild } from '@atrium/releases/sealing';
import { RevisionMismatchError } from '@atrium/releases/stores';

/**
 * A process that publishes a build of a remote and rolls it back, as fast as possible, until it is killed. It sends each
 * new revision to its parent process.
 * Arguments: folder of the store, name of the remote, folder of the build, release to roll back to.
 */
const [directory = '', name = '', build = '', back = ''] = process.argv.slice(2);
const store = openDirectoryStore(directory);

for (;;) {
  const sealed = await sealBuild(build);
  await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  await move({ action: 'publish', release: sealed.manifest.release });
  await move({ action: 'rollback', release: back });
}

/** Moves the remote, from whatever release others have made live. */
async function move(target: Pick<Move, 'action' | 'release'>): Promise<void> {
  for (;;) {
    const reading = await store.readRegistry();
    const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
    try {
      const { entry } = await store.move({ ...target, name, expectedRevision, who: 'a restless team', why: 'a storm' });
      if (entry !== null) process.send?.({ revision: entry.revision });
      return;
    } catch (error) {
      if (!(error instanceof RevisionMismatchError)) throw error;
    }
  }
}
