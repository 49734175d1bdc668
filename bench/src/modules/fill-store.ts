import type { ReleaseStore } from '@atrium/releases/release-store';
import { sealGeneratedModule } from './generated-build.ts';
import { liveRelease, makeLive } from './make-live.ts';
import { moduleNames } from './module-names.ts';
import { passedSmokeTest } from './passed-smoke-test.ts';

/**
 * Makes generated page modules live, each with a release before the live one, as modules have that are in use: each
 * second one has a second page, each third one a menu entry. They fit the shell that the store's live workspace module fits.
 */
export async function fillStore(store: ReleaseStore, count: number): Promise<void> {
  const reading = await store.readManifest('workspace', await liveRelease(store, 'workspace'));
  if (reading.status !== 'ok') throw new Error('The manifest of workspace cannot be read.');
  for (const [index, { area, subject }] of moduleNames(count).entries()) {
    const module = { area, subject, hasDetails: index % 2 === 0, isInMenu: index % 3 === 0 };
    for (const edition of ['first', 'second']) {
      const sealed = await sealGeneratedModule({ ...module, edition }, reading.manifest);
      const { name, release } = sealed.manifest;
      await store.putRelease(sealed, passedSmokeTest());
      await makeLive(store, name, release);
    }
  }
}
