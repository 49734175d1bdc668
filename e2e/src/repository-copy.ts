import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../tools/repository/repository.ts';

/** What a copy does not take along: what is installed, what running sites and tests have left, and tests. */
const LEFT_OUT = new Set(['node_modules', '.git', '.atrium', 'test', 'test-results', 'results', 'coverage', 'e2e', 'bench', 'docs']);

/** Copies the sources and builds of this repository, so that a test may edit them. What is installed is linked. */
export async function copyRepository(to: string): Promise<void> {
  await cp(ROOT, to, { recursive: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) });
  const installed = path.join(ROOT, 'node_modules');
  const links = path.join(to, 'node_modules');
  await mkdir(links, { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '.cache' && name !== '@atrium') await symlink(path.join(installed, name), path.join(links, name));
  }
  // Links to the workspaces, relative ones: in the copy they lead to the copy's.
  await cp(path.join(installed, '@atrium'), path.join(links, '@atrium'), { recursive: true, verbatimSymlinks: true });
  // What the builds were made from is the same in the copy.
  await cp(path.join(installed, '.cache/atrium'), path.join(links, '.cache/atrium'), { recursive: true });
}
