import { openDirectoryStore } from '@atrium/releases/directory-store';
import { sealBuild } from '@atrium/releases/seal';
import { withChangedBuild } from './changed-build.ts';

/**
 * Publishes another build of the account module, in which a text of its log-in page is a different one; chunk ids and
 * file names are the same as before. It is live then.
 */
export async function publishSecondAccountRelease(releases: string, oldText: string, newText: string): Promise<void> {
  const sealed = await withChangedBuild('account', [{ from: oldText, to: newText }], sealBuild);
  const store = openDirectoryStore(releases);
  await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  const reading = await store.readRegistry();
  await store.move({
    action: 'publish',
    name: 'account',
    release: sealed.manifest.release,
    expectedRevision: reading.status === 'ok' ? reading.registry.revision : 0,
    who: 'a test',
    why: 'a second release',
  });
}
