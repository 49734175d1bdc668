import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exchange, publishBuild } from '../../../e2e/src/releases/changed-release.ts';
import type { SmallModule } from '../../../e2e/src/teams/small-module.ts';
import { buildModule, changedBuild } from '../../../e2e/src/teams/team-folder.ts';

/** The module that the others are copies of. Its name is in every place that must differ between modules, and nowhere else. */
const NAME = 'cardmodule';
const MODULE: SmallModule = { name: NAME, title: 'Cards', path: `/${NAME}`, edition: 'A page beside the cards', details: 'Details' };

/** The heading of the first card on the home page. */
export const FIRST_CARD = `Card 1 of ${NAME}00`;

/**
 * Makes page modules live that show cards on the home page. They are builds of the webpack preset, so their code runs as that of
 * a team's module.
 * @param releases folder of the store
 * @param count modules, at most 100
 * @param cards cards of each module
 */
export async function publishCardModules(releases: string, count: number, cards: number): Promise<void> {
  const built = await buildModule(MODULE, cardFiles(Array.from({ length: cards }, (_, index) => `card${index + 1}`)));
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-cards-'));
  try {
    for (let index = 0; index < count; index += 1) {
      await publishBuild(releases, await changedBuild(folder, built, exchange(NAME, NAME + String(index).padStart(2, '0'))));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function cardFiles(keys: readonly string[]): Readonly<Record<string, string>> {
  const declarations = keys.map((key) => `${key}: { slot: 'site.home', slotVersion: '1.0', title: { en: '${key}' }, size: { height: 160 }, requires: 'signed-in' },`);
  const components = keys.map((key, index): [string, string] => [
    `src/${key}.tsx`,
    `export default function Card() {
      return <section className="atrium-card"><h2>{'Card ${index + 1} of ${NAME}'}</h2><p>Nothing is due today.</p></section>;
    }`,
  ]);
  return {
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest({
        name: '${NAME}', contract: '^2.0', title: { en: 'Cards' }, routes: { list: '/${NAME}' }, navigation: [],
        extensions: { ${declarations.join(' ')} },
      });`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, {
        routes: { list: () => import('./list-page.tsx') },
        extensions: { ${keys.map((key) => `${key}: () => import('./${key}.tsx'),`).join(' ')} },
      });`,
    ...Object.fromEntries(components),
  };
}
