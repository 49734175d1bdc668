import path from 'node:path';
import * as v from 'valibot';
import { readIfExists } from '../errors/missing-file.ts';

/** Maps the import specifiers of a function. */
export interface ImportMap {
  /** The files that were read or looked for. A change of one changes the function. */
  readonly files: readonly string[];
  /** Maps a specifier. Unmapped ones are returned unchanged, relative targets as absolute paths. */
  readonly resolve: (specifier: string) => string;
}

/** An import map cannot be read. The message names it and says how to fix it. */
export class ImportMapError extends Error {
  override readonly name = 'ImportMapError';
}

const FILE_NAMES = ['deno.json', 'deno.jsonc', 'import_map.json'];

const mapSchema = v.object({
  imports: v.optional(v.record(v.string(), v.string()), {}),
  importMap: v.optional(v.string()),
  scopes: v.optional(v.strictObject({}, '"scopes" are not supported; use "imports".')),
});

/**
 * Reads the import map of a function: the configured one, or the nearest `deno.json`, `deno.jsonc` or
 * `import_map.json` in its folder or in the functions folder (as the Supabase CLI does).
 * @throws ImportMapError
 */
export async function readImportMap(functionFolder: string, configured: string | undefined): Promise<ImportMap> {
  const files = configured === undefined ? [functionFolder, path.dirname(functionFolder)].flatMap((folder) => FILE_NAMES.map((name) => path.join(folder, name))) : [configured];
  for (const file of files) {
    const source = await readOptional(file);
    if (source === undefined) continue;
    const { imports, importMap } = parse(file, source);
    if (importMap === undefined) return { files, resolve: resolver(imports, path.dirname(file)) };
    const other = path.resolve(path.dirname(file), importMap);
    const mapped = await readOptional(other);
    if (mapped === undefined) throw new ImportMapError(`${file} names the import map ${other}, which does not exist. Correct "importMap".`);
    return { files: [...files, other], resolve: resolver(parse(other, mapped).imports, path.dirname(other)) };
  }
  if (configured !== undefined) throw new ImportMapError(`The import map ${configured} does not exist. Correct import_map in the configuration.`);
  return { files, resolve: (specifier) => specifier };
}

async function readOptional(file: string): Promise<string | undefined> {
  return readIfExists(file).catch((cause: unknown) => {
    throw new ImportMapError(`${file} cannot be read. Check its permissions.`, { cause });
  });
}

function parse(file: string, source: string): v.InferOutput<typeof mapSchema> {
  let content: unknown;
  try {
    // Remove full-line comments, which `deno init` writes into a deno.jsonc.
    content = JSON.parse(source.replace(/^\s*\/\/.*$/gm, ''));
  } catch (cause) {
    throw new ImportMapError(`${file} is not valid JSON. Correct it.`, { cause });
  }
  const parsed = v.safeParse(mapSchema, content);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ImportMapError(`In ${file}, ${v.getDotPath(issue) ?? 'the file'} is wrong: ${issue.message}`);
}

function resolver(imports: Readonly<Record<string, string>>, folder: string): ImportMap['resolve'] {
  const target = (mapped: string): string => (/^\.{0,2}\//.test(mapped) ? path.resolve(folder, mapped) + (mapped.endsWith('/') ? '/' : '') : mapped);
  // The longest match wins (https://html.spec.whatwg.org/multipage/webappapis.html#import-maps).
  const keys = Object.keys(imports).sort((a, b) => b.length - a.length);
  return (specifier) => {
    for (const key of keys) {
      const mapped = target(imports[key] ?? '');
      if (specifier === key) return mapped;
      if (key.endsWith('/') && specifier.startsWith(key)) return mapped + specifier.slice(key.length);
      // Deno allows subpaths of mapped packages.
      if (/^(npm|jsr):/.test(mapped) && specifier.startsWith(`${key}/`)) return mapped + specifier.slice(key.length);
    }
    return specifier;
  };
}
