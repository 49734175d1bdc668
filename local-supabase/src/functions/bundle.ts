import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle, transform } from 'esbuild';
import type { Loader, Message, Plugin } from 'esbuild';
import * as v from 'valibot';
import { ImportMapError, readImportMap } from './import-map.ts';
import { resolveImports } from './resolve-imports.ts';

const RUNTIME_SOURCES = fileURLToPath(new URL('./runtime', import.meta.url));

/** A function cannot be built. The message says where and how to fix it. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** The source of a function. */
export interface FunctionSource {
  /** The function's folder, which may contain its `deno.json`. */
  folder: string;
  entrypoint: string;
  importMap?: string;
}

/** A function bundled into one file, as a hosted project deploys it. Packages are not bundled. */
export interface Bundle {
  file: string;
  /** Differences from a hosted project, for the developer. */
  warnings: readonly string[];
  /** Whether all source files are unchanged since the build. */
  readonly isFresh: () => Promise<boolean>;
}

const failureSchema = v.object({ errors: v.array(v.custom<Message>((value) => typeof value === 'object' && value !== null)) });

/** Bundles a function into a file. @throws BundleError */
export async function bundleFunction(source: FunctionSource, file: string): Promise<Bundle> {
  try {
    const importMap = await readImportMap(source.folder, source.importMap);
    const before = await stampOf(importMap.files);
    const { metafile, warnings } = await bundle({
      entryPoints: [source.entrypoint],
      outfile: file,
      absWorkingDir: path.dirname(source.folder),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // Without "module", which esbuild adds by default: some packages use it for code that only bundlers understand.
      conditions: ['node'],
      metafile: true,
      sourcemap: 'inline',
      logLevel: 'silent',
      tsconfigRaw: {},
      plugins: [resolveImports(importMap), preserveImportMeta()],
    });
    const inputs = Object.keys(metafile.inputs).filter((name) => !name.startsWith('types:')).map((name) => path.resolve(path.dirname(source.folder), name));
    const files = [...importMap.files, ...inputs];
    const stamp = [...before, ...(await stampOf(inputs))].join();
    return {
      file,
      warnings: warnings.map((warning) => describe(warning, source)),
      isFresh: async () => (await stampOf(files)).join() === stamp,
    };
  } catch (cause) {
    if (cause instanceof ImportMapError) throw new BundleError(cause.message, { cause });
    const failure = v.safeParse(failureSchema, cause);
    if (!failure.success) throw cause;
    throw new BundleError(failure.output.errors.map((error) => describe(error, source)).join('\n'), { cause });
  }
}

/** The location, relative to the functions folder, and the error. */
function describe({ location, text }: Message, { folder }: FunctionSource): string {
  if (!location) return text;
  const root = path.dirname(folder);
  return `${path.relative(root, path.resolve(root, location.file))}:${String(location.line)}: ${text}`;
}

/** A stamp of each file that changes with it. Missing files have one too. */
function stampOf(files: readonly string[]): Promise<string[]> {
  return Promise.all(
    files.map(async (file) => {
      try {
        const { mtimeMs, size, ino } = await stat(file);
        return `${String(mtimeMs)}-${String(size)}-${String(ino)}`;
      } catch {
        return 'absent';
      }
    }),
  );
}

/** Bundles the program of function processes into a folder, as plain JavaScript that starts quickly. Returns its file. */
export async function bundleRuntime(folder: string): Promise<string> {
  await bundle({
    entryPoints: { main: path.join(RUNTIME_SOURCES, 'main.ts'), 'cpu-watchdog': path.join(RUNTIME_SOURCES, 'cpu-watchdog.ts') },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    // ws is CommonJS and loads Node modules with `require`.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    tsconfigRaw: {},
  });
  return path.join(folder, 'main.cjs');
}

const LOADERS = new Map<string, Loader>([['.ts', 'ts'], ['.tsx', 'tsx'], ['.mts', 'ts'], ['.jsx', 'jsx']]);

/** Keeps each file's own `import.meta.url`, with which functions find files next to them. */
function preserveImportMeta(): Plugin {
  return {
    name: 'keep-own-address',
    setup(build) {
      build.onLoad({ filter: /\.[mc]?[jt]sx?$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const loader = LOADERS.get(path.extname(file)) ?? 'js';
        if (!source.includes('import.meta.')) return { contents: source, loader };
        const define = {
          'import.meta.url': JSON.stringify(pathToFileURL(file).href),
          'import.meta.filename': JSON.stringify(file),
          'import.meta.dirname': JSON.stringify(path.dirname(file)),
        };
        const { code } = await transform(source, { loader, define, sourcefile: file, sourcemap: 'inline', tsconfigRaw: {} });
        return { contents: code, loader: 'js' };
      });
    },
  };
}
