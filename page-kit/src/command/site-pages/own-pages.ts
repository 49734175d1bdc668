import { access } from 'node:fs/promises';
import path from 'node:path';
import { remoteNameSchema } from '@atrium/releases/identity';
import { routePatternSchema } from '@atrium/releases/module-manifest';
import * as v from 'valibot';
import { ModuleManifestFileError, readModuleManifestFile } from '../../webpack/module-manifest-file.ts';
import type { LivePages } from '../given/live-pages.ts';
import { CommandError } from '../report/command-error.ts';

/** The part of a module manifest that this file needs. Sealing a build checks the rest. */
const pagesSchema = v.object({ name: remoteNameSchema, routes: v.record(v.string(), routePatternSchema) });

/** The pages of the module in a folder, as its manifest declares them now; null if the folder has no module. @throws CommandError */
export async function ownPages(folder: string): Promise<LivePages | null> {
  const file = path.join(folder, 'src/manifest.ts');
  try {
    await access(file);
  } catch {
    return null;
  }
  const pages = v.safeParse(pagesSchema, read(file));
  if (pages.success) return pages.output;
  const [{ message }] = pages.issues;
  throw new CommandError('bad-module-manifest', `The module manifest in ${file} is invalid (${v.getDotPath(pages.issues[0]) ?? 'as a whole'}: ${message}). Fix it first.`);
}

function read(file: string): unknown {
  try {
    return readModuleManifestFile(file);
  } catch (error) {
    if (error instanceof ModuleManifestFileError) throw new CommandError('bad-module-manifest', error.message, { cause: error });
    throw error;
  }
}
