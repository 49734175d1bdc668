import path from 'node:path';
import { livePages } from '../given/live-pages.ts';
import { findStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { refuseClashes } from '../new/clashes.ts';
import { kitSource } from '../new/kit-source.ts';
import { kitFolderOfModule, moduleFiles } from '../new/module-files.ts';
import { moduleNames } from '../new/module-name.ts';
import { refuseUsedFolder, writeModule } from '../new/write-module.ts';

/** `atrium new` */
export const newCommand: Command = {
  name: 'new',
  summary: 'makes a page module: pages, a form, data, tests and a pipeline',
  operands: ['NAME'],
  options: [
    { name: 'dir', value: 'DIR', help: 'folder to make (NAME in the current folder)' },
    { name: 'kit', value: 'FILE|VERSION', help: 'page-kit for the module: a packed file, or a version in your registry (the one that runs)' },
    ...storeOptions,
    { name: 'dry-run', help: 'say what would be made, and make nothing' },
  ],
  notes: [
    'With a site (no token is needed) or a folder of releases, a name or a path that is taken there is refused.',
    `A packed page-kit is copied into the module’s folder ${kitFolderOfModule}, so that it installs everywhere.`,
  ],
  run: async (context) => {
    const { call, cwd } = context;
    const names = moduleNames(call.operands[0] ?? '');
    const folder = path.resolve(cwd, call.text('dir') ?? names.name);
    await refuseUsedFolder(folder);
    const place = findStore(context);
    const live = place === null ? [] : await livePages(place);
    refuseClashes(names, live);
    const kit = await kitSource(call.text('kit'), cwd);
    const files = await moduleFiles(names, kit, live);
    const dryRun = call.has('dry-run');
    if (!dryRun) await writeModule(folder, files, kit);
    const made = [...files.map((file) => file.path), ...('tarball' in kit ? [`${kitFolderOfModule}/${path.basename(kit.tarball)}`] : [])].sort();
    const shown = path.relative(cwd, folder) || '.';
    return {
      json: { name: names.name, folder, files: made, written: !dryRun, compared: place !== null },
      text: [
        dryRun ? `Would make in ${shown}:` : `Made the page module ${names.name} in ${shown}:`,
        ...made.map((file) => `  ${file}`),
        ...(place === null ? ['', 'Its name and paths were compared with no site: name one with --site, or run atrium check later.'] : []),
        ...(dryRun ? [] : ['', 'Next:', ...(shown === '.' ? [] : [`  cd ${shown}`]), '  npm install', '  npm run types && npm test && npm run build']),
      ],
    };
  },
};
