import * as v from 'valibot';
import { readSettings, SETTINGS_QUERY, type ApiSettings } from './api-settings.ts';
import { FilterValues, unquoted } from './filter-values.ts';
import { PostgresJson, readArguments, sentRows } from './json-values.ts';
import type { Sent, WritableColumns } from './json-values.ts';
import { PgliteConnection } from './load-lite.ts';
import { specificError } from './postgrest-errors.ts';
import { nameSelfReferences } from './self-references.ts';

/** The schemas that the API serves, as on a hosted project. */
export const EXPOSED_SCHEMAS = ['public', 'graphql_public'];

type Query = Parameters<InstanceType<typeof PgliteConnection>['onPostgrestAST']>[0];
type ContextArguments<T> = Parameters<typeof PgliteConnection.prototype.withContext<T>>;
/** What the package reads about the schema. */
export type Introspection = Awaited<ReturnType<InstanceType<typeof PgliteConnection>['introspect']>>;

/** Keeps only the exposed schemas: a table of the same name in another schema would break embedding. */
function exposedOnly(found: Introspection): Introspection {
  const exposed = <T extends { schema: string }>(entries: T[]): T[] => entries.filter((entry) => EXPOSED_SCHEMAS.includes(entry.schema));
  return {
    ...found,
    tables: exposed(found.tables),
    columns: exposed(found.columns),
    // As in PostgREST, only constraints make a relation one-to-one: a unique index may cover only some rows.
    indexes: exposed(found.indexes).map((index) => ({ ...index, unique: false })),
    primary_keys: exposed(found.primary_keys),
    views: exposed(found.views),
    check_constraints: exposed(found.check_constraints),
    unique_constraints: exposed(found.unique_constraints),
    comments: exposed(found.comments),
    triggers: exposed(found.triggers),
    foreign_keys: exposed(found.foreign_keys).filter((key) => EXPOSED_SCHEMAS.includes(key.ref_schema ?? 'public')),
    ...(found.functions ? { functions: exposed(found.functions).filter((candidate) => isCallable(candidate, found)) } : {}),
  };
}

/** Types of a single parameter without a name, to which PostgREST passes the whole body (https://docs.postgrest.org/en/v14/references/api/functions.html). */
const BODY_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/** Whether a request can call a function: it passes arguments by name, the whole body, or a row, as for a computed field. */
function isCallable({ arg_types: types, arg_names: names }: NonNullable<Introspection['functions']>[number], { tables, views }: Introspection): boolean {
  if (types.every((_type, index) => names[index])) return true;
  const [type = '', ...more] = types.map((name) => name.replace(/^.*\./, '').replaceAll('"', ''));
  return more.length === 0 && (BODY_TYPES.has(type) || [...tables, ...views].some(({ name }) => name === type));
}

/** A session that exposes only what a hosted project does, and corrects the package where it differs from PostgREST. */
export class ExposedConnection extends PgliteConnection {
  readonly #exposed = new WeakMap<Introspection, Introspection>();
  readonly #json = new PostgresJson();
  #sent: Sent = { body: '', format: 'json' };
  #filters = new FilterValues();
  /** The columns of relations, as of the last introspection. */
  readonly #columns = new Map<string, WritableColumns>();
  #settings: ApiSettings | undefined;
  /** The introspection for the running request, which adds its own names. */
  #known: Introspection | undefined;

  constructor(...config: ConstructorParameters<typeof PgliteConnection>) {
    super(...config);
    this.kysely = this.kysely.withPlugin(this.#json);
  }

  /** Starts a request. Only one runs at a time. */
  begin(sent: Sent, filters: FilterValues): void {
    this.#sent = sent;
    this.#filters = filters;
    this.#known = undefined;
  }

  /** Uses the transaction of the whole request. The package would start one for each step. */
  override withContext<T>(...[vars, work, options]: ContextArguments<T>): Promise<T> {
    // Functions already use it, see `harnessHoldingOuterTx`.
    return super.withContext(vars, work, options?.rpc ? options : { ...options, transaction: this.kysely });
  }

  override async onPostgrestAST(query: Query): Promise<Query> {
    for (const part of [query.where, query.select, query.args]) this.#filters.restore(part);
    const corrected = await super.onPostgrestAST(correctQuery(query));
    const known = await this.introspect({ useCache: true });
    await readArguments(this, corrected, this.#sent, known.functions);
    this.#json.relation = corrected.from ?? '';
    this.#json.sent = await sentRows(this, corrected, this.#sent, this.#columns);
    this.#json.tables = nameSelfReferences(corrected, known);
    return corrected;
  }

  /** What the project has set. */
  async settings(): Promise<ApiSettings> {
    this.#settings ??= readSettings((await this.driver.query(SETTINGS_QUERY)).rows);
    return this.#settings;
  }

  override normalizeDbError(error: unknown): unknown {
    return specificError(super.normalizeDbError(error));
  }

  /** Reads the schema, as the first request does. */
  async readSchema(): Promise<Introspection> {
    return super.introspect({ useCache: true });
  }

  /** Replaces what is known about the schema. Without it, the next request reads the schema. It also reads the settings again. */
  async useSchema(schema: Introspection | undefined): Promise<void> {
    await this.clearSchemaCache();
    this.introspection = schema;
    this.#settings = undefined;
    this.#known = undefined;
    this.#columns.clear();
  }

  override async introspect(options?: { useCache?: boolean }): Promise<Introspection> {
    if (options?.useCache && this.#known) return this.#known;
    const found = await super.introspect(options);
    let exposed = this.#exposed.get(found);
    if (!exposed) {
      exposed = exposedOnly(found);
      this.#columns.clear();
      this.#exposed.set(found, exposed);
    }
    this.#known = { ...exposed };
    return this.#known;
  }
}

/** The corrected parts of a parsed @supabase/lite request. */
interface CorrectedQuery {
  type?: string;
  where?: object;
  values?: object | object[];
  order?: { column: string }[];
  $meta?: { missing?: 'null' | 'default'; columns?: string[]; count?: 'exact' | 'planned' | 'estimated'; rollback?: boolean; tx?: 'commit' | 'rollback' };
}

/**
 * Corrects a request to match PostgREST with the configuration of a hosted project.
 * @throws an error of the database (21000) for a change of all rows
 */
function correctQuery<Q extends CorrectedQuery>(query: Q): Q {
  requireFilter(query);
  alignRows(query);
  for (const by of query.order ?? []) by.column = unquoted(by.column);
  const meta = query.$meta;
  if (!meta) return query;
  // Estimates are for tables with more rows than one response. A database of this size can count exactly.
  if (meta.count === 'estimated') meta.count = 'exact';
  // The caller of this connection ends the transaction.
  delete meta.tx;
  delete meta.rollback;
  return query;
}

/** Hosted projects load `safeupdate` for the API. */
function requireFilter({ type, where = {} }: CorrectedQuery): void {
  if ((type !== 'update' && type !== 'delete') || Reflect.ownKeys(where).length > 0) return;
  throw Object.assign(new Error(`${type.toUpperCase()} requires a WHERE clause`), { code: '21000' });
}

const rowSchema = v.record(v.string(), v.unknown());

/** Gives every row all `columns` of the request, because the package derives the written columns from the first row. */
function alignRows(query: CorrectedQuery): void {
  const { values, $meta: meta } = query;
  if (!meta?.columns) return;
  const blank = Object.fromEntries(meta.columns.map((column) => [column, null]));
  if (v.is(v.array(rowSchema), values)) query.values = values.map((row) => ({ ...blank, ...row }));
  else if (v.is(rowSchema, values)) query.values = { ...blank, ...values };
}
