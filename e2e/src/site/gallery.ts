import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { GALLERY } from '../../../tools/repository/repository.ts';
import { publishBuild } from '../../../tools/start/publish-builds.ts';

/** Adds the gallery of the kit's components to a site's store, built unless its build is up to date. */
export async function publishGallery(releases: string): Promise<void> {
  await buildStaleParts(() => undefined, [GALLERY]);
  await publishBuild(GALLERY, openDirectoryStore(releases));
}
