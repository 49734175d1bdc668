import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import { satisfies, validRange } from 'semver';
import * as v from 'valibot';
import { isFile } from '../errors/missing-file.ts';
import type { ImportMap } from './import-map.ts';

/** The fallback for packages that are not in the function's node_modules, such as supabase-js. */
const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Marks the plugin's own resolve calls, which it must leave to esbuild. */
const NESTED_RESOLVE = { resolvedByNode: true };
const nestedResolveSchema = v.object({ resolvedByNode: v.literal(true) });

const manifestSchema = v.object({ name: v.string(), version: v.string() });

/** Resolves imports as Deno does: files by their exact names and packages from node_modules, but nothing from the network. */
export function resolveImports(importMap: ImportMap): Plugin {
  return {
    name: 'resolve-imports',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (question) => {
        if (question.kind === 'entry-point' || v.is(nestedResolveSchema, question.pluginData)) return undefined;
        const specifier = importMap.resolve(question.path);
        if (specifier.startsWith('node:')) return isBuiltin(specifier) ? { path: specifier, external: true } : refuse(question, `${specifier} is not a Node module. Correct the name.`);
        // Types only; the templates of the Supabase CLI import `jsr:@supabase/functions-js/edge-runtime.d.ts`.
        if (specifier.endsWith('.d.ts')) return { path: specifier, namespace: 'types' };
        if (/^https?:/.test(specifier)) {
          return refuse(question, `local-supabase does not download code: install the package and import "npm:<name>", or copy the file.`);
        }
        if (/^(\.{1,2}\/|\/|file:)/.test(specifier)) return resolveFile(question, specifier);
        return resolvePackage(build, question, specifier);
      });
      build.onLoad({ filter: /.*/, namespace: 'types' }, () => ({ contents: '' }));
    },
  };
}

async function resolveFile(question: OnResolveArgs, specifier: string): Promise<OnResolveResult> {
  const file = specifier.startsWith('file:') ? fileURLToPath(specifier) : path.resolve(question.resolveDir, specifier);
  if (await isFile(file)) return { path: file };
  for (const ending of ['.ts', '.tsx', '/index.ts']) {
    if (await isFile(file + ending)) return refuse(question, `Deno requires the file extension: write "${question.path}${ending}".`);
  }
  return refuse(question, `${file} does not exist. Correct the path.`);
}

async function resolvePackage(build: PluginBuild, question: OnResolveArgs, specifier: string): Promise<OnResolveResult> {
  const target = parsePackageSpecifier(specifier);
  if (!target) {
    const prefix = isBuiltin(specifier) ? 'node' : 'npm';
    return refuse(question, `Deno does not resolve bare names: write "${prefix}:${specifier}", or map "${specifier}" in "imports" of deno.json.`);
  }
  for (const name of target.names) {
    for (const resolveDir of [question.resolveDir, PACKAGE_FOLDER]) {
      const found = await build.resolve(name + target.path, { kind: question.kind, resolveDir, importer: question.importer, pluginData: NESTED_RESOLVE });
      if (found.errors.length > 0 || found.path === '') continue;
      const warnings = await versionWarnings(question, found.path, name, target.range);
      // Node loads packages itself: CommonJS packages would lose their `require` in a bundle.
      return { path: pathToFileURL(found.path).href, external: true, warnings };
    }
  }
  return refuse(question, `The package is not in node_modules: run "${target.install}".`);
}

async function versionWarnings(question: OnResolveArgs, file: string, name: string, range: string): Promise<PartialMessage[]> {
  const folder = `${path.sep}node_modules${path.sep}${name.replaceAll('/', path.sep)}`;
  const at = file.lastIndexOf(folder);
  if (range === '' || validRange(range) === null || at === -1) return [];
  const content: unknown = JSON.parse(await readFile(path.join(file.slice(0, at) + folder, 'package.json'), 'utf8'));
  const { version } = v.parse(manifestSchema, content);
  return satisfies(version, range) ? [] : [await messageAt(question, `${question.path} runs here as the installed version ${version}.`)];
}

async function refuse(question: OnResolveArgs, text: string): Promise<OnResolveResult> {
  return { errors: [await messageAt(question, `Cannot import "${question.path}". ${text}`)] };
}

/** A message with the location of the import in the original file. esbuild sees some of them rewritten. */
async function messageAt({ importer, path: specifier }: OnResolveArgs, text: string): Promise<PartialMessage> {
  const lines = (await readFile(importer, 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes(`'${specifier}'`) || line.includes(`"${specifier}"`) || line.includes(`\`${specifier}\``));
  return { text, location: { file: importer, line: at + 1, lineText: lines[at] ?? '', column: Math.max(0, lines[at]?.indexOf(specifier) ?? 0) } };
}

/** An import of a package: `npm:name@range/path` or `jsr:@scope/name@range/path` (docs.deno.com/runtime/fundamentals/modules). */
interface PackageSpecifier {
  /** Possible names of the package in node_modules, the most likely first. */
  names: readonly string[];
  /** The accepted versions, as a semver range. Empty for any. */
  range: string;
  /** The imported subpath with its leading slash, or empty. */
  path: string;
  /** The command that installs it. */
  install: string;
}

/** Parses an `npm:` or `jsr:` specifier. Returns undefined for other ones. */
function parsePackageSpecifier(specifier: string): PackageSpecifier | undefined {
  const [, registry, name, range = '', path = ''] = /^(npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier) ?? [];
  if (registry === undefined || name === undefined) return undefined;
  const version = range === '' ? '' : `@${range}`;
  if (registry === 'npm') return { names: [name], range, path, install: `npm install ${name}${version}` };
  // The name in JSR's npm registry (jsr.io/docs/npm-compatibility). Many packages are also on npm under their own name.
  const bridged = name.replace(/^@([^/]+)\//, '@jsr/$1__');
  return { names: [bridged, name], range, path, install: `npx jsr add ${name}${version}` };
}
