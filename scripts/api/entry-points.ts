import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { PAGE_KIT } from '../packages/published-packages.ts';
import type { EntryPoint } from './api-reports.ts';

const manifestSchema = v.object({ version: v.string(), exports: v.record(v.string(), v.unknown()) });

/** Modules that only the Jest preset and the bundled packages load. */
const INTERNAL = /^\.\/(testing\/.|link-secrets$)/;

/** What page-kit's package.json says of itself. */
export interface PageKit {
  readonly version: string;
  /** The modules that teams import; styles and settings have no declarations to describe. */
  readonly entries: readonly EntryPoint[];
}

/** Reads page-kit's package.json. */
export async function readPageKit(): Promise<PageKit> {
  const { version, exports } = v.parse(manifestSchema, JSON.parse(await readFile(path.join(PAGE_KIT.folder, 'package.json'), 'utf8')));
  const entries = Object.entries(exports)
    .filter(([subpath]) => !PAGE_KIT.ownUse.includes(subpath) && !INTERNAL.test(subpath))
    .flatMap(([subpath, source]) => (typeof source === 'string' && /\.tsx?$/.test(source) ? [{ subpath, source }] : []));
  return { version, entries };
}
