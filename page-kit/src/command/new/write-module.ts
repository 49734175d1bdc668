import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { types } from 'node:util';
import { CommandError } from '../report/command-error.ts';
import type { KitSource } from './kit-source.ts';
import { kitFolderOfModule } from './module-files.ts';
import type { ModuleFile } from './template.ts';

/** What may be in the folder already: a repository that was made first. */
const harmless: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/** Refuses a folder that has something in it, or that is a file. @throws CommandError */
export async function refuseUsedFolder(folder: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  if (names.every((name) => harmless.has(name))) return;
  throw new CommandError('folder-used', `${folder} is not empty. Name another folder with --dir, or empty that one.`);
}

/** Writes a new module's files, and the tarball of page-kit where it comes from one. */
export async function writeModule(folder: string, files: readonly ModuleFile[], kit: KitSource): Promise<void> {
  for (const file of files) {
    const target = path.join(folder, file.path);
    await mkdir(path.dirname(target), { recursive: true });
    // Nothing that came there meanwhile is written over.
    await writeFile(target, file.content, { flag: 'wx' });
  }
  if (!('tarball' in kit)) return;
  const vendor = path.join(folder, kitFolderOfModule);
  await mkdir(vendor, { recursive: true });
  await copyFile(kit.tarball, path.join(vendor, path.basename(kit.tarball)));
}
