import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/** Extensions that a hosted project lets migrations create, and PGlite has. @supabase/lite itself provides isn, ltree and pgcrypto. */
const NAMES = [
  'bloom', 'btree_gin', 'btree_gist', 'citext', 'cube', 'dict_int', 'dict_xsyn', 'earthdistance', 'fuzzystrmatch', 'hstore', 'intarray', 'pg_hashids',
  'pg_trgm', 'pgtap', 'seg', 'tablefunc', 'tcn', 'tsm_system_rows', 'tsm_system_time', 'unaccent', 'uuid-ossp', 'vector',
] as const;

/** Those that Postgres lets only superusers create. Hosted, the extension supautils creates them for `postgres`. */
const PRIVILEGED = ['bloom', 'dict_xsyn', 'earthdistance', 'pg_hashids', 'vector'] as const;

const CONTROL_FILES = '/pglite/share/postgresql/extension';

// The engine is a dependency of @supabase/lite, and its packed extensions are beside its code.
const engine = createRequire(import.meta.resolve('@supabase/lite')).resolve('@electric-sql/pglite');

/** The extensions, in the form of PGlite's option. */
export const EXTENSIONS = Object.fromEntries(
  NAMES.map((name) => [name, { name, setup: () => Promise.resolve({ bundlePath: new URL(`./${name}.tar.gz`, pathToFileURL(engine)) }) }]),
);

/** The part of a session's file system that this file needs. */
interface FileSystem {
  readFile(path: string, options: { encoding: 'utf8' }): string;
  writeFile(path: string, content: string): void;
}

const fileSystemSchema = v.custom<FileSystem>((value) => typeof value === 'object' && value !== null && 'readFile' in value && 'writeFile' in value);

/**
 * Lets users other than the superuser create every extension.
 * @param fileSystem of the session (https://emscripten.org/docs/api_reference/Filesystem-API.html)
 */
export function trustExtensions(fileSystem: unknown): void {
  const files = v.parse(fileSystemSchema, fileSystem);
  for (const name of PRIVILEGED) {
    const file = `${CONTROL_FILES}/${name}.control`;
    files.writeFile(file, `${files.readFile(file, { encoding: 'utf8' })}\ntrusted = true\n`);
  }
}
