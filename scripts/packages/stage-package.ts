import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../site-parts.ts';
import { packedManifest } from './packed-manifest.ts';
import type { PublishedPackage } from './published-packages.ts';

const enginesSchema = v.object({ engines: v.record(v.string(), v.string()) });

/**
 * Lays out a package as its tarball has it.
 *
 * @param target an empty folder
 * @param bundled names of packages of ours that are laid out below its `node_modules`
 * @returns its name and version
 */
export async function stagePackage(
  { folder, compiled, extras, ownUse }: PublishedPackage,
  target: string,
  bundled: readonly string[] = [],
): Promise<{ readonly name: string; readonly version: string }> {
  await mkdir(target, { recursive: true });
  await cp(path.join(compiled, 'src'), path.join(target, 'src'), { recursive: true });
  // What tsc does not write: styles, and hand-written types.
  await cp(path.join(folder, 'src'), path.join(target, 'src'), { recursive: true, filter: (file) => !/(?<!\.d)\.tsx?$|\btsconfig\b.*\.json$/.test(file) });
  for (const extra of extras) {
    const from = path.join(folder, extra);
    if (existsSync(from)) await cp(from, path.join(target, extra), { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
  }
  await cp(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
  const { engines } = v.parse(enginesSchema, await readJson(path.join(ROOT, 'package.json')));
  const manifest = packedManifest(await readJson(path.join(folder, 'package.json')), { engines, ownUse, bundled });
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
