import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { types } from 'node:util';
import { CommandError } from '../../errors.ts';
import { readStatements, type SqlStatement } from './sql-statements.ts';

/** Folder of a module's migrations, below its own. */
const MIGRATIONS = 'supabase/migrations';

/** The name of a migration, as the Supabase CLI requires it: a time, by which the migrations are ordered, and a title. */
const FILE_NAME = /^(\d{14})_(\w[\w-]*)\.sql$/;

/** A migration of a module. */
export interface Migration {
  /** The digits of the file's name: its identity for the Supabase CLI. */
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** Something that a migration must not do. */
export interface MigrationFinding {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

/**
 * Reads the migrations of a module, in their order.
 *
 * @param folder of the module
 * @throws CommandError if there are none, or a name has another form
 */
export async function readModuleMigrations(folder: string): Promise<readonly Migration[]> {
  const place = path.join(folder, MIGRATIONS);
  const migrations = await readMigrations(place);
  if (migrations.length === 0) throw new CommandError('no-migrations', `There are no migrations in ${place}. Pass the folder of a module that has some.`);
  return migrations;
}

/** Reads the migrations in a folder, in their order; none if the folder does not exist. @throws CommandError if a name has another form */
export async function readMigrations(place: string): Promise<readonly Migration[]> {
  const files = (await filesOf(place)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const [, version] = FILE_NAME.exec(name) ?? [];
      if (version === undefined) throw new CommandError('bad-migration-name', `${path.join(place, name)} is not named like 20260131235959_orders_items.sql. Rename it: the digits are the time in UTC, and decide the order.`);
      return { version, name, sql: await readFile(path.join(place, name), 'utf8') };
    }),
  );
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The words before the name of what a statement creates, changes or drops. The last one is the kind. */
const OBJECT = /^(create|alter|drop)(?: or replace)?(?: (?:global|local|temp|temporary|unlogged|recursive|unique|constraint))* (table|view|materialized view|function|procedure|routine|aggregate|type|domain|sequence|index|schema|policy|role|user)(?: concurrently)?(?: if (?:not )?exists)?(?: only)? /;

/**
 * Checks that migrations of a module stay in its part of the database: names start with the module's, and every table has row-level
 * security. Reads the statements only: what a `do` block does is not seen.
 *
 * @param prefix of the module's names, such as `orders_`
 */
export function checkMigrations(migrations: readonly Migration[], prefix: string): readonly MigrationFinding[] {
  const findings: MigrationFinding[] = [];
  /** Where each table was created that has no row-level security yet, by its name. */
  const open = new Map<string, Omit<MigrationFinding, 'problem'>>();
  for (const { name: file, sql } of migrations) {
    for (const statement of readStatements(sql)) {
      const place = { file, line: statement.line };
      const object = objectOf(statement);
      if (object === null) continue;
      findings.push(...problemsOf(object, prefix).map((problem) => ({ ...place, problem })));
      if (object.kind !== 'table') continue;
      if (object.action === 'create' && !object.isTemporary) open.set(object.name, place);
      if (object.action === 'drop' || object.words.includes('enable row level security')) open.delete(object.name);
      const [, renamed] = / rename to (\S+)/.exec(object.words) ?? [];
      const created = open.get(object.name);
      if (renamed !== undefined && created !== undefined && open.delete(object.name)) open.set(renamed, created);
    }
  }
  const unprotected = [...open].map(([table, place]) => ({ ...place, problem: `The table ${table} has no row-level security, so everyone with a grant reads all rows. Add: alter table ${table} enable row level security;` }));
  return [...findings, ...unprotected];
}

interface DatabaseObject {
  readonly action: string;
  readonly kind: string;
  /** Without its schema. */
  readonly name: string;
  /** `public` if the statement does not say it. */
  readonly schema: string;
  readonly isTemporary: boolean;
  /** All names and keywords of the statement, with spaces between them. */
  readonly words: string;
}

/** What a statement creates, changes or drops; null for every other statement. */
function objectOf({ tokens }: SqlStatement): DatabaseObject | null {
  const words = tokens.filter(({ kind }) => kind === 'name').map(({ value }) => value).join(' ');
  const match = OBJECT.exec(`${words} `);
  if (match === null) return null;
  const [before, action = '', kind = ''] = match;
  const first = before.trim().split(' ').length;
  const names = tokens.filter(({ kind: of, value }) => of === 'name' || value === '.').map(({ value }) => value);
  const [name, schema] = nameAt(names, first);
  const object = { action, kind, name, schema: kind === 'schema' ? name : schema, isTemporary: / temp(orary)? /.test(before), words };
  // A policy belongs to a table, whose name follows, and so does an index without a name.
  if (kind !== 'policy' && !(kind === 'index' && name === 'on')) return object;
  const [table, schemaOfTable] = nameAt(names, names.indexOf('on', first) + 1);
  // Modules share the tables of other schemas, such as storage.objects, so the policy's own name counts there.
  return schemaOfTable === 'public' ? { ...object, action: 'alter', kind: 'table', name: table, words: '' } : { ...object, schema: schemaOfTable };
}

/** The name at a place in the tokens, and its schema. */
function nameAt(values: readonly string[], at: number): readonly [name: string, schema: string] {
  const [first = '', dot, second = ''] = values.slice(at, at + 3);
  return dot === '.' ? [second, first] : [first, 'public'];
}

function problemsOf({ action, kind, name, schema, isTemporary, words }: DatabaseObject, prefix: string): readonly string[] {
  if (kind === 'role' || kind === 'user') return ['Roles belong to the whole project. Use the roles anon, authenticated and service_role, and policies.'];
  const isOwn = isTemporary || name.startsWith(prefix) || schema.startsWith(prefix);
  const problems = isOwn ? [] : [foreignName({ action, kind, name, schema }, prefix)];
  const isUnsafe = /^create/.test(words) && / security definer/.test(words) && !/ search_path/.test(words);
  return isUnsafe ? [...problems, `The function ${name} has the rights of its owner, and looks up names where its caller says. Add: set search_path = ''`] : problems;
}

function foreignName({ action, kind, name, schema }: Pick<DatabaseObject, 'action' | 'kind' | 'name' | 'schema'>, prefix: string): string {
  const shown = schema === 'public' || kind === 'schema' ? name : `${schema}.${name}`;
  if (action === 'create') return `The name of the ${kind} ${shown} does not start with ${prefix}, so another module could take it. Rename it to ${prefix}${name}.`;
  return `The ${kind} ${shown} is not one of this module, whose names start with ${prefix}. Ask the team that owns it.`;
}
