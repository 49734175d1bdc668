import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOption } from '../given/build-place.ts';
import { livePages } from '../given/live-pages.ts';
import { findStore, noStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { sitePagesText } from '../site-pages/site-pages-text.ts';

const fileName = 'site-pages.d.ts';

/** `atrium types` */
export const typesCommand: Command = {
  name: 'types',
  summary: `writes ${fileName}: the names and parameters of all pages, for the type checker`,
  operands: [],
  options: [{ ...folderOption, help: 'folder of the module (the current folder)' }, ...storeOptions],
  notes: ['The module’s own pages come from its src/manifest.ts, all others from the live releases. A site needs no token for this.'],
  run: async (context) => {
    const folder = path.resolve(context.cwd, context.call.text('dir') ?? '.');
    const place = findStore(context);
    if (place === null) throw noStore();
    // Reading a module manifest needs TypeScript, which takes longer to load than most commands take to run.
    const { ownPages } = await import('../site-pages/own-pages.ts');
    const own = await ownPages(folder);
    const others = (await livePages(place)).filter(({ name }) => name !== own?.name);
    const modules = own === null ? others : [...others, own];
    const file = path.join(folder, fileName);
    const text = sitePagesText(modules);
    const changed = (await readText(file)) !== text;
    if (changed) await writeFile(file, text);
    const count = modules.reduce((sum, { routes }) => sum + Object.keys(routes).length, 0);
    return {
      json: { file, pages: count, changed },
      text: [changed ? `${fileName} has the ${count} pages of the site now.` : `${fileName} is as the site is already.`],
    };
  },
};

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null; // It is written now; what else is wrong with the place is said by that.
  }
}
