import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { StartError } from '../errors/start-error.ts';
import type { Database } from './database.ts';

/** An SQL file that changes the schema. It runs once per database. */
export interface Migration {
  /** The digits before the first underscore of the file's name. Versions are ordered as text. */
  version: string;
  name: string;
  file: string;
  sql: string;
}

const FILE_NAME_PATTERN = /^(\d+)_(.+)\.sql$/;

/**
 * Reads the migrations of one or more directories, in the order in which they run.
 * @throws StartError when a directory or a file cannot be read, a file's name has no version, or two files have the same one.
 */
export async function readMigrations(...directories: readonly string[]): Promise<Migration[]> {
  const migrations = (await Promise.all(directories.map(readDirectory))).flat().sort((a, b) => (a.version < b.version ? -1 : 1));
  migrations.forEach(({ version, file }, index) => {
    const before = migrations[index - 1];
    // The database would consider the second one as already run.
    if (before?.version === version) throw new StartError(`The migrations ${before.file} and ${file} have the same version. Rename one of them.`);
  });
  return migrations;
}

async function readDirectory(directory: string): Promise<Migration[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (cause) {
    throw new StartError(`Cannot read the migrations in ${directory}. Check --migrations.`, { cause });
  }
  return Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .map(async (name) => {
        const [, version, title] = FILE_NAME_PATTERN.exec(name) ?? [];
        if (version === undefined || title === undefined) {
          throw new StartError(`The migration ${path.join(directory, name)} must be named <timestamp>_<name>.sql. Rename it.`);
        }
        const file = path.join(directory, name);
        return { version, name: title, file, sql: await readMigration(file) };
      }),
  );
}

async function readMigration(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`Cannot read the migration ${file}. Check that it is a file that you may read.`, { cause });
  }
}

/**
 * Runs the migrations that this database has not run yet, each in its own transaction, and records them
 * where the Supabase CLI does (`supabase_migrations.schema_migrations`). They have the rights of the user `postgres`, as on a hosted project.
 * Prints a line for each migration whose file has changed since it ran. It does not run again.
 * @returns the migrations that ran now
 * @throws StartError with file, line and reason when one fails. That migration is rolled back, and earlier ones stay.
 */
export async function runMigrations(database: Database, migrations: readonly Migration[]): Promise<Migration[]> {
  const { ran, changed } = await run(database, migrations, 'supabase_migrations', 'postgres');
  for (const { file } of changed) {
    process.stderr.write(
      `local-supabase: The migration ${file} has changed since this database ran it, and it does not run again. Undo the change and write a new migration, or start with an empty database (npm start -- --reset).\n`,
    );
  }
  return ran;
}

/** Runs the migrations of this backend itself, as the superuser. @throws StartError */
export async function runBaseline(database: Database, migrations: readonly Migration[]): Promise<void> {
  await run(database, migrations, 'local_supabase_baseline', 'supabase_admin');
}

/** The migrations that ran now, and those whose files have changed since they ran. */
interface Run {
  readonly ran: Migration[];
  readonly changed: Migration[];
}

async function run(database: Database, migrations: readonly Migration[], ledger: string, user: 'postgres' | 'supabase_admin'): Promise<Run> {
  // Asked first, because a database that has them needs a fifth of a second to find out by the statements below.
  const table = await database.first(foundTable, `select to_regclass('${ledger}.schema_migrations') is not null as exists`);
  if (!table?.exists) {
    await database.run(`create schema if not exists ${ledger}`);
    await database.run(`create table if not exists ${ledger}.schema_migrations (version text primary key, statements text[], name text)`);
  }
  const applied = await database.rows(appliedMigration, `select version, array_to_string(statements, '') as sql from ${ledger}.schema_migrations`);
  const known = new Map(applied.map((row) => [row.version, row.sql]));
  const ran = migrations.filter(({ version }) => !known.has(version));
  for (const migration of ran) {
    try {
      await database.script(migration.sql, user, async (queries) => {
        await queries.run(`insert into ${ledger}.schema_migrations (version, name, statements) values ($1, $2, $3)`, [
          migration.version,
          migration.name,
          [migration.sql],
        ]);
      });
    } catch (cause) {
      throw new StartError(
        `The migration ${migration.file}${lineOf(cause, migration.sql)} failed: ${reason(cause)}. Correct it and try again; nothing of it was applied.`,
        { cause },
      );
    }
  }
  const changed = migrations.filter(({ version, sql }) => withoutCarriageReturns(known.get(version) ?? sql) !== withoutCarriageReturns(sql));
  return { ran, changed };
}

const foundTable = v.object({ exists: v.boolean() });

/** The SQL is null if the program that ran the migration did not record it. */
const appliedMigration = v.object({ version: v.string(), sql: v.nullable(v.string()) });

/** Git changes line endings when it checks out a file on Windows. */
function withoutCarriageReturns(sql: string): string {
  return sql.replaceAll('\r\n', '\n');
}

const databaseError = v.object({ message: v.string(), position: v.optional(v.string()) });

function reason(error: unknown): string {
  const parsed = v.safeParse(databaseError, error);
  return parsed.success ? parsed.output.message : String(error);
}

/** Postgres reports the position of the error as a character, counted from 1. */
function lineOf(error: unknown, sql: string): string {
  const parsed = v.safeParse(databaseError, error);
  if (!parsed.success || parsed.output.position === undefined) return '';
  const line = sql.slice(0, Number(parsed.output.position) - 1).split('\n').length;
  return ` (line ${String(line)})`;
}

/** Runs the SQL of a seed file, once per database. @throws StartError; the seed is rolled back then */
export async function runSeed(database: Database, file: string): Promise<void> {
  let sql: string;
  try {
    sql = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`Cannot read the seed ${file}. Check --seed.`, { cause });
  }
  if (await database.first(v.object({ name: v.string() }), 'select name from local_supabase.seeds limit 1')) return;
  try {
    await database.script(sql, 'postgres', async (queries) => {
      await queries.run('insert into local_supabase.seeds (name) values ($1)', ['seed']);
    });
  } catch (cause) {
    throw new StartError(`The seed ${file} failed: ${cause instanceof Error ? cause.message : String(cause)}. Correct it and start again.`, { cause });
  }
}
