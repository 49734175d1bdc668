import { cp, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { publishBuilds } from '../../../scripts/publish-builds.ts';
import { ROOT, SITE_PARTS } from '../../../scripts/site-parts.ts';

/** Environment variable by which the workers learn where this run's builds and releases are. */
const PUBLISHED = 'ATRIUM_E2E_PUBLISHED';

/** Publishes the builds of this checkout for a run, and keeps a copy of them: somebody may build again meanwhile. */
export async function publishAndKeep(folder: string): Promise<void> {
  await publishBuilds(path.join(folder, 'releases'));
  for (const part of SITE_PARTS) {
    // Source maps are what takes longest to store, and no test reads those of a changed build.
    await cp(path.join(ROOT, part.folder, 'dist'), path.join(folder, 'builds', part.name, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  }
  process.env[PUBLISHED] = folder;
}

/** Folder with the build of a part of the site, in `dist`, without source maps. */
export function builtPart(name: string): string {
  return path.join(published(), 'builds', name);
}

/** Folder of the store that this run's builds were published to. */
export function publishedReleases(): string {
  return path.join(published(), 'releases');
}

function published(): string {
  const folder = process.env[PUBLISHED];
  if (folder === undefined) throw new Error('Nothing was published: the tests run under the global setup of playwright.config.ts.');
  return folder;
}

/**
 * Copies the release store that this run's builds were published to, so that a test may damage its copy. The files of
 * the releases are linked, which is several times faster: write no content into them, replace them.
 */
export async function copyPublishedBuilds(to: string): Promise<void> {
  const from = publishedReleases();
  const files = path.join(from, 'files');
  await cp(from, to, { recursive: true, filter: (source) => source !== files });
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    // A folder is listed before what is in it.
    await (entry.isDirectory() ? mkdir(target, { recursive: true }) : mkdir(path.dirname(target), { recursive: true }).then(() => link(source, target)));
  }
}
