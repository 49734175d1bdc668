import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { enginesSchema, npmPack, readJson, tarballName } from './pack-page-kit.ts';
import { PAGE_KIT } from './published-packages.ts';

const manifestSchema = v.object({ version: v.string(), license: v.string() });

/** In page-kit and in the package. It has the same depth in both, because the program finds the templates and the tarball from it. */
const PROGRAM = 'src/command/programs/create-page-module';

/**
 * Packs `@atrium/create-page-module`: `atrium new` without dependencies, and the tarball of page-kit that its modules install. `npx`
 * runs it in seconds, so page-kit is installed only once, in the new module.
 *
 * @param kit the tarball of page-kit
 * @param directory folder for the tarball
 * @returns path of the tarball
 * @throws PackError if npm fails
 */
export async function packCreatePageModule(kit: string, directory: string): Promise<string> {
  const stage = await mkdtemp(path.join(tmpdir(), 'atrium-pack-'));
  try {
    await build({
      entryPoints: [path.join(PAGE_KIT.folder, `${PROGRAM}.ts`)],
      outfile: path.join(stage, `${PROGRAM}.js`),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // Without esbuild's default "module", under which packages export code for bundlers only.
      conditions: ['node', 'module-sync'],
      logLevel: 'error',
    });
    await mkdir(path.join(stage, 'bin'));
    for (const file of ['create-page-module.mjs', 'import-source.mjs', 'require-node.mjs']) await copyFile(path.join(PAGE_KIT.folder, 'bin', file), path.join(stage, 'bin', file));
    await cp(path.join(PAGE_KIT.folder, 'templates'), path.join(stage, 'templates'), { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
    await copyFile(kit, path.join(stage, path.basename(kit)));
    await copyFile(path.join(ROOT, 'LICENSE'), path.join(stage, 'LICENSE'));
    const { version, license } = v.parse(manifestSchema, await readJson(path.join(PAGE_KIT.folder, 'package.json')));
    const { engines } = v.parse(enginesSchema, await readJson(path.join(ROOT, 'package.json')));
    const manifest = {
      name: '@atrium/create-page-module',
      version,
      description: 'Creates a page module of an Atrium site',
      license,
      type: 'module',
      bin: { 'create-page-module': 'bin/create-page-module.mjs' },
      engines,
    };
    await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await npmPack(stage, directory);
    return path.join(directory, tarballName(manifest));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
