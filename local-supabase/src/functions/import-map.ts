import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { isMissingFile } from '../errors/errors.ts';

/** What an import of a function may be called, and what is meant. */
export interface ImportMap {
  /** Every file that was read or would be, if it were there: a change of one changes the function. */
  readonly files: readonly string[];
  /** The specifier that is meant; what the map does not know stays as it is. Relative ones come back as absolute paths. */
  readonly resolve: (specifier: string) => string;
}

/** A file of imports cannot be read; the message names it and says what to do. */
export class ImportMapError extends Error {
  override readonly name = 'ImportMapError';
}

const FILE_NAMES = ['deno.json', 'deno.jsonc', 'import_map.json'];

const mapSchema = v.object({
  imports: v.optional(v.record(v.string(), v.string()), {}),
  importMap: v.optional(v.string()),
  scopes: v.optional(v.strictObject({}, '"scopes" are not read here; use "imports".')),
});

/**
 * Reads the import map of a function: the one that its configuration names, or the nearest of `deno.json`, `deno.jsonc` and
 * `import_map.json` in its own folder or that of all functions (as the Supabase CLI looks for them).
 * @throws ImportMapError
 */
export async function readImportMap(functionFolder: string, configured: string | undefined): Promise<ImportMap> {
  const files = configured === undefined ? [functionFolder, path.dirname(functionFolder)].flatMap((folder) => FILE_NAMES.map((name) => path.join(folder, name))) : [configured];
  for (const file of files) {
    const source = await readIfThere(file);
    if (source === undefined) continue;
    const { imports, importMap } = parse(file, source);
    if (importMap === undefined) return { files, resolve: resolver(imports, path.dirname(file)) };
    const other = path.resolve(path.dirname(file), importMap);
    const mapped = await readIfThere(other);
    if (mapped === undefined) throw new ImportMapError(`${file} names the import map ${other}, which is not there. Correct "importMap".`);
    return { files: [...files, other], resolve: resolver(parse(other, mapped).imports, path.dirname(other)) };
  }
  if (configured !== undefined) throw new ImportMapError(`The import map ${configured} is not there. Correct import_map in the configuration.`);
  return { files, resolve: (specifier) => specifier };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new ImportMapError(`${file} cannot be read. Check its permissions.`, { cause: error });
  }
}

function parse(file: string, source: string): v.InferOutput<typeof mapSchema> {
  let content: unknown;
  try {
    // Comments on lines of their own, as `deno init` writes them into a deno.jsonc.
    content = JSON.parse(source.replace(/^\s*\/\/.*$/gm, ''));
  } catch (cause) {
    throw new ImportMapError(`${file} is not JSON. Correct it.`, { cause });
  }
  const parsed = v.safeParse(mapSchema, content);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ImportMapError(`In ${file}, ${v.getDotPath(issue) ?? 'the file'} is wrong: ${issue.message}`);
}

function resolver(imports: Readonly<Record<string, string>>, folder: string): ImportMap['resolve'] {
  const target = (mapped: string): string => (/^\.{0,2}\//.test(mapped) ? path.resolve(folder, mapped) + (mapped.endsWith('/') ? '/' : '') : mapped);
  // The longest name that fits counts (https://html.spec.whatwg.org/multipage/webappapis.html#import-maps).
  const keys = Object.keys(imports).sort((a, b) => b.length - a.length);
  return (specifier) => {
    for (const key of keys) {
      const mapped = target(imports[key] ?? '');
      if (specifier === key) return mapped;
      if (key.endsWith('/') && specifier.startsWith(key)) return mapped + specifier.slice(key.length);
      // Deno lets a package that is named so be entered by a path.
      if (/^(npm|jsr):/.test(mapped) && specifier.startsWith(`${key}/`)) return mapped + specifier.slice(key.length);
    }
    return specifier;
  };
}
