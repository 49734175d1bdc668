import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The root folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A part of the site that is built and released on its own. */
export interface SitePart {
  readonly name: string;
  /** Contains `webpack.config.ts` and the output `dist`. */
  readonly folder: string;
  /** Other folders whose changes make its build stale. */
  readonly dependsOn: readonly string[];
}

/** The sources of page-kit that a build contains. */
const PAGE_KIT = ['page-kit/src'];

/** Every part, in the order in which they go live: a part needs the ones before it. */
export const SITE_PARTS: readonly SitePart[] = [
  { name: 'shell', folder: 'shell', dependsOn: [...PAGE_KIT, 'releases/src'] },
  { name: 'auth', folder: 'auth-remote', dependsOn: [...PAGE_KIT, 'auth-core/src'] },
  { name: 'account', folder: 'pages-remote/account', dependsOn: PAGE_KIT },
  { name: 'workspace', folder: 'pages-remote/workspace', dependsOn: PAGE_KIT },
];

/** The page module that shows every component of the kit. Development and tests have it, and the live site does not. */
export const GALLERY: SitePart = { name: 'gallery', folder: 'page-kit/gallery', dependsOn: PAGE_KIT };

/** Folders that programs write, below any folder. */
const GENERATED: ReadonlySet<string> = new Set(['.atrium', '.git', 'coverage', 'dist', 'node_modules', 'playwright-report', 'results', 'test-results']);

/** The files of the repository below and including a folder, as paths relative to the root folder with slashes. Generated folders are left out. */
export async function repositoryFiles(folder = '.'): Promise<readonly string[]> {
  const entries = (await readdir(path.join(ROOT, folder), { withFileTypes: true })).filter(({ name }) => !GENERATED.has(name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.posix.join(folder, name));
  const below = await Promise.all(entries.filter((entry) => entry.isDirectory()).map(({ name }) => repositoryFiles(path.posix.join(folder, name))));
  return [...files, ...below.flat()];
}

/** Whether a path is below a folder that programs write. */
export function isGenerated(file: string): boolean {
  return file.split('/').some((name) => GENERATED.has(name));
}
