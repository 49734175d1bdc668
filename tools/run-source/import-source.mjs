import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL, URL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/atrium/programs');

/**
 * Imports a TypeScript program of this repository. Bundles the program, and uses the bundle again until one of its sources
 * changes: Node loads a few files several times faster than a loader loads hundreds (0.9 s instead of 2.9 s for the
 * embedded backend). Most packages stay outside of the bundle, and dynamic imports stay files of their own.
 *
 * @param {string} entry path of the program's first file, absolute or relative to the root folder
 * @returns {Promise<any>} the exports of the program
 */
export async function importSource(entry) {
  const file = path.resolve(ROOT, entry);
  // A launcher is JavaScript and calls this function for its program.
  if (!/\.[mc]?ts$/.test(file)) return import(pathToFileURL(file).href);
  const record = path.join(CACHE, `${path.basename(file, '.ts')}-${hashOf(file)}.json`);
  const compiled = (await cachedBundle(record)) ?? (await bundle(file, record));
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(compiled).href);
}

/** The bundle of an earlier run; null if a source changed since. */
async function cachedBundle(record) {
  try {
    const { program, sources } = JSON.parse(await readFile(record, 'utf8'));
    const stamps = await Promise.all(Object.keys(sources).map(stampOf));
    return Object.values(sources).every((stamp, index) => stamp === stamps[index]) && (await stat(program)).isFile() ? program : null;
  } catch {
    // The record is missing, or another version of this file wrote it.
    return null;
  }
}

async function bundle(entry, record) {
  const { build } = await import('esbuild');
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'unfinished-'));
  const { metafile } = await build({
    entryPoints: { program: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // By default, esbuild adds the condition "module", under which packages export code that only bundlers understand.
    // Node uses the condition "module-sync". CommonJS instead would lack re-exported names.
    conditions: ['node', 'module-sync'],
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    tsconfig: path.join(ROOT, 'tsconfig.base.json'),
    plugins: [keepPackagesOutside, keepImportMeta],
  });
  // A change of this file changes the bundle.
  const inputs = [fileURLToPath(import.meta.url), ...Object.keys(metafile.inputs).map((input) => path.resolve(ROOT, input))];
  const stamps = await Promise.all(inputs.map(stampOf));
  // The name contains a hash of the sources, so processes that bundle the same sources at the same time write the same folder.
  const finished = path.join(CACHE, `${path.basename(entry, '.ts')}-${hashOf(JSON.stringify([inputs, stamps]))}`);
  await rename(folder, finished).catch(() => rm(folder, { recursive: true }));
  const program = path.join(finished, 'program.mjs');
  const unfinished = `${record}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify({ program, sources: Object.fromEntries(inputs.map((input, index) => [input, stamps[index]])) }));
  await rename(unfinished, record);
  return program;
}

/**
 * Packages of many small files, which load several times faster from the bundle. Others stay outside: a package may look for files
 * beside its own.
 */
const BUNDLED_PACKAGE = /[\\/]node_modules[\\/](?:@supabase[\\/]lite|jose|jsonv-ts|kysely|uuid)[\\/](?!(?:.*[\\/])?node_modules[\\/])/;

/** Bundles the sources of this repository and {@link BUNDLED_PACKAGE}. Other packages are imported from the place where the importing file finds them. */
const keepPackagesOutside = {
  name: 'keep-packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path: specifier, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === keepPackagesOutside || kind === 'entry-point' || specifier.startsWith('node:')) return undefined;
      const found = await build.resolve(specifier, { importer, resolveDir, kind, pluginData: keepPackagesOutside });
      if (found.errors.length > 0 || found.external) return { path: specifier, external: true };
      if (BUNDLED_PACKAGE.test(found.path)) return found;
      // The package of a workspace is a link into its folder, so it is bundled.
      return found.path.includes(`${path.sep}node_modules${path.sep}`) ? { path: pathToFileURL(found.path).href, external: true } : found;
    });
  },
};

/** Keeps each file's `import.meta.url`, so that it finds the files beside it. */
const keepImportMeta = {
  name: 'keep-import-meta',
  setup(build) {
    build.onLoad({ filter: /\.[mc]?ts$/ }, async ({ path: file }) => {
      const contents = await readFile(file, 'utf8');
      if (!contents.includes('import.meta')) return { contents, loader: 'ts' };
      const address = { url: pathToFileURL(file).href, filename: file, dirname: path.dirname(file) };
      // Without a line break, so that the line numbers of errors stay right.
      const own = `const __own = ${JSON.stringify(address)}; `;
      return { contents: own + contents.replaceAll(/import\.meta\.(url|filename|dirname)\b/g, '__own.$1'), loader: 'ts' };
    });
  },
};

async function stampOf(file) {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs}-${size}-${ino}`;
}

function hashOf(contents) {
  return createHash('sha256').update(contents).digest('hex').slice(0, 16);
}
