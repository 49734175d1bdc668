import { cp, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { publishBuilds } from '../../../tools/start/publish-builds.ts';
import { ROOT, SITE_PARTS } from '../../../tools/repository/repository.ts';

/** The environment variable that passes the folder with this run's builds and releases to the workers. */
const PUBLISHED = 'ATRIUM_E2E_PUBLISHED';

/** Publishes the builds of this checkout for a run, and copies them, because they can be rebuilt during the run. */
export async function publishAndKeep(folder: string): Promise<void> {
  await publishBuilds(path.join(folder, 'releases'), { compression: 'fast' });
  for (const part of SITE_PARTS) {
    // Storing source maps takes longest, and no test reads those of a changed build.
    await cp(path.join(ROOT, part.folder, 'dist'), path.join(folder, 'builds', part.name, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  }
  process.env[PUBLISHED] = folder;
}

/** The folder with the build of a part of the site, in `dist`, without source maps. */
export function builtPart(name: string): string {
  return path.join(published(), 'builds', name);
}

/** The folder of the store with this run's builds. */
export function publishedReleases(): string {
  return path.join(published(), 'releases');
}

function published(): string {
  const folder = process.env[PUBLISHED];
  if (folder === undefined) throw new Error('No builds were published. Run the tests with playwright.config.ts, whose global setup publishes them.');
  return folder;
}

/**
 * Copies the store with this run's builds, so that a test can damage the copy. The files of the releases are hard links,
 * which is several times faster, so a test must replace them instead of writing to them.
 */
export async function copyPublishedBuilds(to: string): Promise<void> {
  const from = publishedReleases();
  const files = path.join(from, 'files');
  await cp(from, to, { recursive: true, filter: (source) => source !== files });
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    // A folder is listed before its entries.
    await (entry.isDirectory() ? mkdir(target, { recursive: true }) : mkdir(path.dirname(target), { recursive: true }).then(() => link(source, target)));
  }
}
