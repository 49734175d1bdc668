import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@atrium/releases/durable-files';
import { CommandError } from '../../errors.ts';
import { readStatements, type SqlStatement } from './sql-statements.ts';

/** Folder of a module's migrations, below its own. */
const MIGRATIONS = 'supabase/migrations';

/** The name of a migration: a version, by which the Supabase CLI orders and tells migrations apart, and a title. */
const FILE_NAME = /^(\d+)_(.+)\.sql$/;

/** The version of a module's migration: its time. Versions of the same length have the order of their numbers in every program. */
const TIME = /^\d{14}$/;

/** A file with SQL that a database runs once. */
export interface Migration {
  /** The digits before the first underscore of the file's name. */
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** Something that a migration must not do. */
export interface MigrationFinding {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  /** Whether it is a state that all migrations together leave, which a later one can end. */
  readonly isState: boolean;
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
  const unordered = migrations.find(({ version }) => !TIME.test(version));
  if (unordered !== undefined) throw badName(path.join(place, unordered.name));
  if (migrations.length === 0) throw new CommandError('no-migrations', `There are no migrations in ${place}. Pass the folder of a module that has some.`);
  return migrations;
}

/** Reads the migrations in a folder, in their order; none if the folder does not exist. @throws CommandError if a name has another form */
export async function readMigrations(place: string): Promise<readonly Migration[]> {
  const files = (await filesOf(place)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const [, version] = FILE_NAME.exec(name) ?? [];
      if (version === undefined) throw badName(path.join(place, name));
      return { version, name, sql: await readFile(path.join(place, name), 'utf8') };
    }),
  );
}

function badName(file: string): CommandError {
  return new CommandError('bad-migration-name', `${file} is not named like 20260131235959_orders_items.sql. Rename it: the digits are the time in UTC, and decide the order.`);
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The words before the name of what a statement creates, changes or drops. */
const OBJECT = /^(create|alter|drop)(?: or replace)?(?: (?:global|local|temp|temporary|unlogged|recursive|unique|constraint))* (table|view|materialized view|function|procedure|routine|aggregate|type|domain|sequence|index|schema|policy|trigger|role|user)(?: concurrently)?(?: if (?:not )?exists)?(?: only)? /;

/** Which names in the database are the module's. */
export interface OwnNames {
  /** Such as `orders_`. */
  readonly prefix: string;
  /** The prefixes of other modules: `orders_archive_items` is not one of the module `orders` if there is a module `orders-archive`. */
  readonly others: readonly string[];
}

/**
 * Checks that migrations of a module stay in its part of the database: names start with the module's, every table has row-level
 * security, and functions with the rights of their owner set a search path.
 * It reads what statements create, alter and drop: not what they grant, which rows they change, or what a `do` block does.
 */
export function checkMigrations(migrations: readonly Migration[], own: OwnNames): readonly MigrationFinding[] {
  const findings: MigrationFinding[] = [];
  /** Tables without row-level security and functions without a search path, by kind and name. */
  const open = new Map<string, MigrationFinding>();
  const known = new Set<string>();
  for (const { name: file, sql } of migrations) {
    for (const statement of readStatements(sql)) {
      const place = { file, line: statement.line };
      for (const object of objectsOf(statement)) {
        const problem = problemOf(object, own);
        if (problem !== null) findings.push({ ...place, problem, isState: false });
        follow(object, place, open, known);
      }
    }
  }
  return [...findings, ...open.values()];
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

/** What a statement creates, changes or drops. */
function objectsOf({ tokens }: SqlStatement): readonly DatabaseObject[] {
  const words = tokens.filter(({ kind }) => kind === 'name').map(({ value }) => value).join(' ');
  const match = OBJECT.exec(`${words} `);
  if (match === null || / user mapping /.test(`${words} `)) return [];
  const [before, action = '', kind = ''] = match;
  const first = before.trim().split(' ').length;
  const names = tokens.filter(({ kind: of, value }) => of === 'name' || value === '.' || value === ',').map(({ value }) => value);
  const [name, schema] = nameAt(names, first);
  const object = { action, kind, name, schema: kind === 'schema' ? name : schema, isTemporary: / temp(orary)? /.test(before), words };
  // Only here, a comma separates objects and not the arguments of one.
  if (action === 'drop' && ['table', 'view', 'materialized view', 'type', 'sequence', 'schema'].includes(kind)) {
    const starts = [first, ...names.flatMap((value, index) => (index > first && value === ',' ? [index + 1] : []))];
    return starts.map((start) => nameAt(names, start)).map(([dropped, of]) => ({ ...object, name: dropped, schema: kind === 'schema' ? dropped : of }));
  }
  // A policy and a trigger belong to a table, whose name follows, and so does an index without a name.
  if (kind !== 'policy' && kind !== 'trigger' && !(kind === 'index' && name === 'on')) return [object];
  const on = names.indexOf('on', first) + 1;
  const [table, schemaOfTable] = nameAt(names, names[on] === 'only' ? on + 1 : on);
  // Modules share the tables of other schemas, such as storage.objects, so the own name of the policy or trigger counts there.
  return [schemaOfTable === 'public' ? { ...object, action: 'alter', kind: 'table', name: table, words: '' } : { ...object, schema: schemaOfTable }];
}

/** The name at a place in the tokens, and its schema. */
function nameAt(values: readonly string[], at: number): readonly [name: string, schema: string] {
  const [first = '', dot, second = ''] = values.slice(at, at + 3);
  return dot === '.' ? [second, first] : [first, 'public'];
}

/** Follows what an object still lacks. */
function follow(object: DatabaseObject, place: { readonly file: string; readonly line: number }, open: Map<string, MigrationFinding>, known: Set<string>): void {
  const { action, kind, name, schema, isTemporary, words } = object;
  const shown = nameOf(object);
  const key = `${kind} ${schema}.${name}`;
  if (kind === 'table') {
    const unprotected = { ...place, isState: true, problem: `The table ${shown} has no row-level security, so everyone with a grant reads all rows. Add: alter table ${shown} enable row level security;` };
    const isRepeated = known.has(key) && / if not exists /.test(words);
    if (action === 'create' && !isTemporary && !isRepeated) open.set(key, unprotected);
    if (action === 'drop' || words.includes('enable row level security')) open.delete(key);
    if (words.includes('disable row level security')) open.set(key, unprotected);
    const [, renamed] = / rename to (\S+)/.exec(words) ?? [];
    if (renamed !== undefined && open.delete(key)) follow({ ...object, action: 'create', name: renamed, words: '' }, place, open, known);
    if (action === 'create') known.add(key);
  }
  if (['function', 'procedure', 'routine'].includes(kind)) {
    const functionKey = `function ${schema}.${name}`;
    const isUnsafe = / security definer/.test(words) && !/ search_path/.test(words);
    if (isUnsafe && (action === 'create' || !known.has(`${functionKey} path`))) {
      open.set(functionKey, { ...place, isState: true, problem: `The function ${shown} has the rights of its owner, and looks up names where its caller says. Add: set search_path = ''` });
    } else if (action !== 'alter' || / search_path/.test(words) || / security invoker/.test(words)) open.delete(functionKey);
    if (/ search_path/.test(words)) known.add(`${functionKey} path`);
    else if (action === 'create') known.delete(`${functionKey} path`);
  }
}

function problemOf(object: DatabaseObject, { prefix, others }: OwnNames): string | null {
  const { action, kind, name, schema, isTemporary } = object;
  if (kind === 'role' || kind === 'user') return 'Roles belong to the whole project. Use the roles anon, authenticated and service_role, and policies.';
  const isOwnName = (given: string) => given.startsWith(prefix) && !others.some((other) => other.length > prefix.length && given.startsWith(other));
  // A module's own schema can have its name.
  if (isTemporary || isOwnName(name) || isOwnName(schema) || `${schema}_` === prefix) return null;
  if (action === 'create') return `The name of the ${kind} ${nameOf(object)} does not start with ${prefix}, so another module could take it. Rename it to ${prefix}${name}.`;
  return `The ${kind} ${nameOf(object)} is not one of this module, whose names start with ${prefix}. Ask the team that owns it.`;
}

function nameOf({ kind, name, schema }: DatabaseObject): string {
  return schema === 'public' || kind === 'schema' ? name : `${schema}.${name}`;
}
