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
 * @throws StartError when a directory cannot be read, a file's name has no version, or two files have the same one.
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
        return { version, name: title, file, sql: await readFile(file, 'utf8') };
      }),
  );
}

/**
 * Runs the migrations that this database has not run yet, each in its own transaction, and records them
 * where the Supabase CLI does (`supabase_migrations.schema_migrations`). They have the rights of the user `postgres`, as on a hosted project.
 * @returns the migrations whose files have changed since they ran. They do not run again
 * @throws StartError with file, line and reason when one fails. That migration is rolled back.
 */
export function runMigrations(database: Database, migrations: readonly Migration[]): Promise<Migration[]> {
  return run(database, migrations, 'supabase_migrations', 'postgres');
}

/** Runs the migrations of this backend itself, as the superuser. @throws StartError */
export async function runBaseline(database: Database, migrations: readonly Migration[]): Promise<void> {
  await run(database, migrations, 'local_supabase_baseline', 'supabase_admin');
}

async function run(database: Database, migrations: readonly Migration[], ledger: string, user: 'postgres' | 'supabase_admin'): Promise<Migration[]> {
  await database.run(`create schema if not exists ${ledger}`);
  await database.run(
    `create table if not exists ${ledger}.schema_migrations (version text primary key, statements text[], name text)`,
  );
  const applied = await database.rows(appliedMigration, `select version, array_to_string(statements, '') as sql from ${ledger}.schema_migrations`);
  const known = new Map(applied.map((row) => [row.version, row.sql]));
  for (const migration of migrations.filter((candidate) => !known.has(candidate.version))) {
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
        `The migration ${migration.file}${lineOf(cause, migration.sql)} failed: ${reason(cause)}. Correct it and start again; nothing of it was applied.`,
        { cause },
      );
    }
  }
  return migrations.filter(({ version, sql }) => withoutCarriageReturns(known.get(version) ?? sql) !== withoutCarriageReturns(sql));
}

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
