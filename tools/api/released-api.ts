import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { PAGE_KIT } from '../packages/published-packages.ts';

const file = path.join(PAGE_KIT.folder, 'api', 'released.json');

const day = v.pipe(v.string(), v.isoDate());

const releasedApiSchema = v.object({
  /** The newest version that is out. */
  version: v.string(),
  /** What it offers, by report: see `publicNames`. */
  names: v.record(v.string(), v.array(v.string())),
  /** What is deprecated in it, as `REPORT NAME`, with the version that marked it and that version's day. */
  deprecated: v.record(v.string(), v.object({ version: v.string(), day })),
});

/** What teams may rest on: the API of the newest version that is out. */
export type ReleasedApi = v.InferOutput<typeof releasedApiSchema>;

/** Reads `page-kit/api/released.json`; null before the first version is out. */
export async function readReleasedApi(): Promise<ReleasedApi | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return v.parse(releasedApiSchema, JSON.parse(text));
}

/** Writes `page-kit/api/released.json`. */
export async function writeReleasedApi(api: ReleasedApi): Promise<void> {
  await writeFile(file, `${JSON.stringify(api, null, 2)}\n`);
}
