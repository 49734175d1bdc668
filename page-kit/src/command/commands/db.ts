import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { CommandError, UsageError } from '../../errors.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { folderOf, folderOption } from '../inputs/remote.ts';
import { readOwnPages } from '../inputs/site-pages.ts';
import { publicSite, publicSiteOption } from '../inputs/store.ts';
import { CREDENTIALS_PATH, fetchFromSite } from '../../site-proxy/site-client.ts';
import { checkMigrations, readMigrations, readModuleMigrations, type Migration, type MigrationFinding } from '../migrations/module-migrations.ts';

/** The generated module with the types of a module's tables, below its folder. */
const TYPES_FILE = 'src/database-types.ts';

/** `atrium db` */
export const dbCommand: Command = {
  name: 'db',
  summary: 'checks a module’s migrations, gathers those of all modules, or writes the types of a module’s tables: check, gather, types',
  operands: ['ACTION', '[FOLDER…]'],
  options: [
    { ...folderOption, help: 'for check and types: folder of the module (default: the current folder)' },
    publicSiteOption,
    { name: 'out', value: 'DIR', help: 'for gather: folder of all migrations, such as supabase/migrations of the site' },
    { name: 'dry-run', help: 'for gather: report what would be copied, without copying it' },
  ],
  notes: [
    'atrium db check                         names, order, and row-level security of the module’s migrations',
    'atrium db gather --out DIR FOLDER …     checks and copies the migrations of these modules, for one supabase db push',
    `atrium db types                         writes ${TYPES_FILE} from the site’s embedded backend`,
    'gather refuses a migration that was changed after it was gathered: databases that have run it would not run it again.',
  ],
  run: async (context) => {
    const [action = '', ...folders] = context.call.operands;
    switch (action) {
      case 'check':
        if (folders.length > 0) throw new UsageError('atrium db check takes no folders. Pass the module’s folder with --dir.');
        return check(folderOf(context));
      case 'gather':
        return gather(context, folders);
      case 'types':
        if (folders.length > 0) throw new UsageError('atrium db types takes no folders. Pass the module’s folder with --dir.');
        return writeTypes(context);
      default:
        throw new UsageError(`Unknown action "${action}": use check, gather or types.`);
    }
  },
};

async function check(folder: string): Promise<CommandResult> {
  const { name, migrations } = await readModule(folder);
  const findings = checkMigrations(migrations, { prefix: prefixOf(name), others: [] });
  const count = migrations.length === 1 ? 'migration' : `${migrations.length} migrations`;
  return {
    json: { name, migrations: migrations.map((migration) => migration.name), findings: findings.map(({ file, line, problem }) => ({ file, line, problem })) },
    text: findings.length === 0 ? [`The ${count} of ${name} can be gathered.`] : [`The ${count} of ${name} cannot be gathered:`, ...findings.map(lineOf)],
    ok: findings.length === 0,
  };
}

async function gather({ call, cwd }: CommandContext, folders: readonly string[]): Promise<CommandResult> {
  const out = call.text('out');
  if (out === undefined || folders.length === 0) throw new UsageError('Pass the folder of all migrations and the folders of the modules: atrium db gather --out supabase/migrations ../orders ../news.');
  const target = path.resolve(cwd, out);
  const gathered = await readMigrations(target);
  const modules = await Promise.all(folders.map((folder) => readModule(path.resolve(cwd, folder))));
  const others = modules.map(({ name }) => prefixOf(name));
  const isGathered = (file: string) => gathered.some(({ name }) => name === file);
  // A gathered migration can no longer be changed, so only findings that a later migration can still fix count there.
  const findings = modules.flatMap(({ name, migrations }) =>
    checkMigrations(migrations, { prefix: prefixOf(name), others })
      .filter(({ file, isState }) => isState || !isGathered(file))
      .map((finding) => `${name}: ${lineOf(finding)}`),
  );
  if (findings.length > 0) throw new CommandError('bad-migrations', ['Nothing was gathered, because of these migrations:', ...findings].join('\n'));

  const known = new Map(gathered.map((migration) => [migration.version, { ...migration, from: `in ${out}` }]));
  const added: Migration[] = [];
  for (const { name: module, migrations } of modules) {
    for (const migration of migrations) {
      const other = known.get(migration.version);
      if (other === undefined) added.push(migration);
      else refuseConflict({ ...migration, from: `of ${module}` }, other);
      known.set(migration.version, { ...migration, from: `of ${module}` });
    }
  }
  added.sort((one, next) => (one.version < next.version ? -1 : 1));
  const newest = gathered.at(-1)?.version ?? '';
  const older = added.filter(({ version }) => version < newest).map(({ name }) => name);
  const dryRun = call.has('dry-run');
  if (!dryRun) await copy(added, target);
  return {
    json: { added: added.map(({ name }) => name), older, written: !dryRun },
    text: [
      added.length === 0 ? `All migrations of ${modules.map(({ name }) => name).join(', ')} are already in ${out}.` : `${dryRun ? 'Would copy' : 'Copied'} ${added.length} ${added.length === 1 ? 'migration' : 'migrations'} to ${out}:`,
      ...added.map(({ name }) => `  ${name}`),
      ...(older.length === 0 ? [] : [`${older.length === 1 ? 'One is' : `${older.length} are`} older than the newest one there. A database that has run it needs: supabase db push --include-all`]),
    ],
  };
}

/** What the site sends to every tab (specification 7.1). */
const credentialsSchema = v.pipe(v.string(), v.parseJson(), v.object({ supabaseUrl: v.string(), supabaseKey: v.string() }));

/** The response of the embedded backend (local-supabase/src/types/routes.ts). */
const typesSchema = v.pipe(v.string(), v.parseJson(), v.object({ tables: v.array(v.string()), functions: v.array(v.string()), source: v.string() }));

async function writeTypes(context: CommandContext): Promise<CommandResult> {
  const folder = folderOf(context);
  const module = await nameOf(folder);
  const site = publicSite(context);
  const credentials = v.safeParse(credentialsSchema, (await fetchFromSite(site, CREDENTIALS_PATH, { accept: 'application/json' })).body);
  if (!credentials.success) throw new CommandError('no-backend', `The site at ${site} does not say which backend it uses. Check the URL.`);
  const { supabaseUrl, supabaseKey } = credentials.output;
  const prefix = prefixOf(module);
  const { status, body } = await fetchFromSite(supabaseUrl, `/local/v1/types?prefix=${encodeURIComponent(prefix)}`, { apikey: supabaseKey });
  const types = v.safeParse(typesSchema, body);
  if (status !== 200 || !types.success) {
    throw new CommandError('hosted-backend', `The site at ${site} has no embedded backend. For a hosted project, use the command of Supabase: supabase gen types typescript --linked > ${TYPES_FILE}`);
  }
  const { tables, functions, source } = types.output;
  if (tables.length + functions.length === 0) {
    throw new CommandError('no-tables', `The backend of the site has no tables or functions whose names start with ${prefix}. Start the site with the module’s migrations: npm start -- --migrations ${path.join(folder, 'supabase/migrations')}`);
  }
  const text = `// Generated by \`atrium db types\` from the tables of the module: change its migrations instead.\n\n${source}`;
  await mkdir(path.join(folder, 'src'), { recursive: true });
  await writeFile(path.join(folder, TYPES_FILE), text);
  return {
    json: { file: TYPES_FILE, tables, functions },
    text: [`Wrote the types of ${[...tables, ...functions].join(', ')} to ${TYPES_FILE}.`],
  };
}

/** The name of the module in a folder. @throws CommandError if there is none */
async function nameOf(folder: string): Promise<string> {
  const own = await readOwnPages(folder);
  if (own === null) throw new CommandError('no-module', `There is no module in ${folder}: src/manifest.ts is missing. Pass the folder of a module.`);
  return own.name;
}

/** A module with migrations. @throws CommandError if the folder has no module, or the module no migrations */
async function readModule(folder: string): Promise<{ readonly name: string; readonly migrations: readonly Migration[] }> {
  const name = await nameOf(folder);
  const migrations = await readModuleMigrations(folder);
  const versions = migrations.map(({ version }) => version);
  const twice = migrations.find(({ version }, index) => versions.indexOf(version) < index);
  if (twice !== undefined) throw new CommandError('same-version', `Two migrations of ${name} have the time ${twice.version}. Rename the later one.`);
  return { name, migrations };
}

/** What the names of a module's database objects start with. */
function prefixOf(module: string): string {
  return `${module.replaceAll('-', '_')}_`;
}

/** @throws CommandError if two migrations with the same version are not the same */
function refuseConflict(migration: Migration & { readonly from: string }, other: Migration & { readonly from: string }): void {
  if (migration.name !== other.name) {
    throw new CommandError('same-version', `${migration.name} ${migration.from} and ${other.name} ${other.from} have the same time, and a database would run only one of them. Rename the one that no database has run.`);
  }
  if (withoutCarriageReturns(migration.sql) !== withoutCarriageReturns(other.sql)) {
    throw new CommandError('edited-migration', `${migration.name} ${migration.from} was changed after it was gathered. Databases that have run it will not run it again. Undo the change, and write a new migration.`);
  }
}

/** Git changes line endings when it checks out a file on Windows. */
function withoutCarriageReturns(sql: string): string {
  return sql.replaceAll('\r\n', '\n');
}

async function copy(migrations: readonly Migration[], target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const { name, sql } of migrations) await writeFile(path.join(target, name), sql, { flag: 'wx' });
}

function lineOf({ file, line, problem }: MigrationFinding): string {
  return `${file}:${line}: ${problem}`;
}
