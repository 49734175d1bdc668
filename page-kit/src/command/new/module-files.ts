import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { CONTRACT_VERSION } from '../../contract/contract-version.ts';
import type { LivePages } from '../given/live-pages.ts';
import { sitePagesText } from '../site-pages/site-pages-text.ts';
import type { KitSource } from './kit-source.ts';
import type { ModuleNames } from './module-name.ts';
import { fillTemplate, type ModuleFile } from './template.ts';

/** Folder of a new module for the tarball of page-kit, so that its pipeline has it too. */
export const kitFolderOfModule = 'vendor';

/** Everything that a new module is made of, besides the tarball of page-kit. */
export async function moduleFiles(names: ModuleNames, kit: KitSource, live: readonly LivePages[]): Promise<readonly ModuleFile[]> {
  const { name, title, tablePrefix, paths } = names;
  const filled = await fillTemplate(
    new Map([
      ...Object.entries(packageJson.dependencies),
      // What page-kit wants to stand beside it, in the versions that it was made for.
      ...Object.entries(packageJson.peerDependencies),
      ['@atrium/page-kit', 'version' in kit ? kit.version : `file:${kitFolderOfModule}/${path.basename(kit.tarball)}`],
      ['name', name],
      ['title', title],
      ['table', tablePrefix],
      ['contract', `^${CONTRACT_VERSION}`],
      ['time', timeOfMigration(new Date())],
    ]),
  );
  const [list, item] = paths;
  const own: LivePages = { name, routes: { list, item } };
  return [...filled, { path: 'site-pages.d.ts', content: sitePagesText([...live, own]) }];
}

/** Supabase runs migrations in the order of the times that their names begin with: `20260131235959`, in UTC. */
function timeOfMigration(now: Date): string {
  return now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
