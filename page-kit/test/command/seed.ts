import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { sealBuild } from '@atrium/releases/sealing';

/** Makes the build in a folder live without running the command, which is slower. */
export async function seed(directory: string, folder: string): Promise<string> {
  const store = openDirectoryStore(directory);
  const sealed = await sealBuild(path.join(folder, 'dist'));
  const { name, release } = sealed.manifest;
  await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await store.move({ action: 'publish', name, release, expectedRevision, who: 'a test', why: 'to begin with' });
  return release;
}
