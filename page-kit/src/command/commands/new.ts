import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@atrium/releases/durable-files';
import { routePatternsOverlap } from '@atrium/releases/route-pattern';
import { CommandError, UsageError } from '../../errors.ts';
import type { Command, CommandContext } from '../framework/definition.ts';
import { readLivePages, type ModulePages } from '../inputs/site-pages.ts';
import { findStore, storeOptions } from '../inputs/store.ts';
import { findKitSource, type KitSource } from '../new-module/kit-source.ts';
import { KIT_FOLDER_OF_MODULE, moduleFiles, moduleNames, type ModuleFile, type ModuleKind, type ModuleNames } from '../new-module/module-files.ts';

/** Files that do not keep a folder from being used for a new module. */
const IGNORED_FILES: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/** `atrium new` */
export const newCommand: Command = {
  name: 'new',
  summary: 'creates a page module with pages or an extension, texts, tests and a pipeline',
  operands: ['NAME'],
  options: [
    { name: 'kind', value: 'KIND', help: 'page: pages with a list, a form and data (default); extension: a card on the home page. A terminal asks' },
    { name: 'dir', value: 'DIR', help: 'folder to create (default: NAME in the current folder)' },
    { name: 'kit', value: 'FILE|VERSION', help: 'page-kit for the module: a packed file, or a version in your registry (default: the running one)' },
    ...storeOptions,
    { name: 'dry-run', help: 'list the files without creating them' },
  ],
  notes: [
    'With a site (which needs no token here) or a folder of releases, names and paths that are already taken there are refused.',
    `A packed page-kit is copied into the module’s folder ${KIT_FOLDER_OF_MODULE}, so that the module installs everywhere.`,
  ],
  run: async (context) => {
    const { call, cwd } = context;
    const names = moduleNames(call.operands[0] ?? '', await chooseKind(context));
    const folder = path.resolve(cwd, call.text('dir') ?? names.name);
    await refuseUsedFolder(folder);
    const store = findStore(context);
    const live = store === null ? [] : await readLivePages(store);
    refuseConflicts(names, live);
    const kit = await findKitSource(call.text('kit'), cwd);
    const files = await moduleFiles(names, kit, live);
    const dryRun = call.has('dry-run');
    if (!dryRun) await writeModule(folder, files, kit);
    const created = [...files.map((file) => file.path), ...('tarball' in kit ? [`${KIT_FOLDER_OF_MODULE}/${path.basename(kit.tarball)}`] : [])].sort();
    const shown = path.relative(cwd, folder) || '.';
    return {
      json: { name: names.name, kind: names.kind, folder, files: created, written: !dryRun, compared: store !== null },
      text: [
        dryRun ? `Would create in ${shown}:` : `Created the page module ${names.name} in ${shown}:`,
        ...created.map((file) => `  ${file}`),
        ...(store === null ? ['', 'Its name and paths were not compared with a site. Pass --site, or run atrium check later.'] : []),
        ...(dryRun ? [] : ['', 'Next steps:', ...(shown === '.' ? [] : [`  cd ${shown}`]), '  npm install', '  npm run types && npm test && npm run build']),
      ],
    };
  },
};

/** The kind of `--kind`, or the answer of the user. @throws UsageError for an unknown kind */
async function chooseKind({ call, ask }: CommandContext): Promise<ModuleKind> {
  const kind = call.text('kind') ?? (await ask?.('What does the module begin with: a page or an extension? [page] '))?.trim() ?? '';
  if (kind === '' || kind === 'page') return 'page';
  if (kind === 'extension') return 'extension';
  throw new UsageError(`The kind of a module is page or extension, got "${kind}".`);
}

async function refuseUsedFolder(folder: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if (names.every((name) => IGNORED_FILES.has(name))) return;
  throw new CommandError('folder-used', `${folder} is not empty. Pass another folder with --dir, or empty this one.`);
}

function refuseConflicts({ name, routes }: ModuleNames, live: readonly ModulePages[]): void {
  const same = live.find((other) => other.name === name);
  if (same !== undefined) {
    throw new CommandError('name-taken', `The site already has a module ${name}${ownerOf(same)}. Choose another name.`);
  }
  for (const other of live) {
    for (const taken of Object.values(other.routes)) {
      const path = Object.values(routes).find((own) => routePatternsOverlap(own, taken));
      if (path === undefined) continue;
      throw new CommandError('path-taken', `The path ${path} would conflict with ${taken}, which belongs to ${other.name}${ownerOf(other)}. Choose another name.`);
    }
  }
}

function ownerOf({ owner }: ModulePages): string {
  return owner === undefined ? '' : ` (owner: ${owner})`;
}

async function writeModule(folder: string, files: readonly ModuleFile[], kit: KitSource): Promise<void> {
  for (const file of files) {
    const target = path.join(folder, file.path);
    await mkdir(path.dirname(target), { recursive: true });
    // Never overwrites a file that another program has created meanwhile.
    await writeFile(target, file.content, { flag: 'wx' });
  }
  if (!('tarball' in kit)) return;
  const vendor = path.join(folder, KIT_FOLDER_OF_MODULE);
  await mkdir(vendor, { recursive: true });
  await copyFile(kit.tarball, path.join(vendor, path.basename(kit.tarball)));
}
