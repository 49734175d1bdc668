import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '../framework/definition.ts';
import { folderOf, folderOption } from '../inputs/remote.ts';
import { declareSite, readLivePages, readOwnPages } from '../inputs/site-pages.ts';
import { readSiteSlotTypes } from '../inputs/site-slots.ts';
import { requireStore, storeOptions } from '../inputs/store.ts';

const FILE_NAME = 'site-pages.d.ts';

/** `atrium types` */
export const typesCommand: Command = {
  name: 'types',
  summary: `writes ${FILE_NAME}: the parameters of all pages and the props of other modules’ slots, for the type checker`,
  operands: [],
  options: [{ ...folderOption, help: 'folder of the module (default: the current folder)' }, ...storeOptions],
  notes: ['The module’s own pages come from its src/manifest.ts, all others from what is live. Its own slots are in its src/slots.ts. A site needs no token for this.'],
  run: async (context) => {
    const folder = folderOf(context);
    const store = requireStore(context);
    const own = await readOwnPages(folder);
    const others = (await readLivePages(store)).filter(({ name }) => name !== own?.name);
    const modules = own === null ? others : [...others, own];
    const file = path.join(folder, FILE_NAME);
    const slots = await readSiteSlotTypes(store, own?.name ?? null);
    const text = declareSite(modules, new Map([...slots.types].sort(([one], [other]) => (one < other ? -1 : 1))));
    const changed = (await readText(file)) !== text;
    if (changed) await writeFile(file, text);
    const count = modules.reduce((sum, { routes }) => sum + Object.keys(routes).length, 0);
    return {
      json: { file, pages: count, slots: slots.types.size, unusable: slots.unusable, changed },
      text: [
        changed ? `Wrote ${count} pages and ${slots.types.size} slots to ${FILE_NAME}.` : `${FILE_NAME} is up to date.`,
        ...slots.unusable.map((slot) => `Left out the slot ${slot}: its type in the live release is invalid. Ask its team to build it with the preset.`),
      ],
    };
  },
};

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null; // Writing the file reports any other problem with its path.
  }
}
