import type { Queries } from '../database/database.ts';
import { readCatalog } from './catalog.ts';
import type { Catalog, Column, DatabaseFunction, Relationship } from './catalog.ts';

/** The types of a part of the database. */
export interface DatabaseTypes {
  /** Tables and views. */
  readonly tables: readonly string[];
  readonly functions: readonly string[];
  /** The source of a module that exports `Database`. */
  readonly source: string;
}

/** The TypeScript types of the tables, views and functions of the schema `public` whose names start with a prefix. */
export async function typesOfDatabase(queries: Queries, prefix: string): Promise<DatabaseTypes> {
  const { columns, relationships, functions, enums } = await readCatalog(queries, 'public');
  const isOwn = (name: string) => name.startsWith(prefix);
  const own: Catalog = {
    columns: columns.filter(({ relation }) => isOwn(relation)),
    relationships: relationships.filter(({ relation, referencedRelation }) => isOwn(relation) && isOwn(referencedRelation)),
    functions: functions.filter(({ name }) => isOwn(name)),
    // A column can have an enum of another module as its type.
    enums: enums.filter(({ name }) => isOwn(name) || columns.some(({ relation, type }) => isOwn(relation) && [name, `_${name}`].includes(type))),
  };
  return {
    tables: [...new Set(own.columns.map(({ relation }) => relation))],
    functions: [...new Set(own.functions.map(({ name }) => name))],
    source: typescriptOf('public', own),
  };
}

/** The TypeScript type of each Postgres type in the API, as in `supabase gen types typescript`. */
const TYPESCRIPT_TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bytea: 'string',
  bpchar: 'string',
  varchar: 'string',
  date: 'string',
  text: 'string',
  citext: 'string',
  time: 'string',
  timetz: 'string',
  timestamp: 'string',
  timestamptz: 'string',
  uuid: 'string',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
};

/**
 * The types of a schema in the form of `supabase gen types typescript`, for `createClient<Database>`
 * (github.com/supabase/postgres-meta, `src/server/templates/typescript.ts`).
 */
function typescriptOf(schema: string, catalog: Catalog): string {
  const relations = [...new Set(catalog.columns.map(({ relation }) => relation))].map((name) => catalog.columns.filter(({ relation }) => relation === name));
  const isView = ([first]: readonly Column[]): boolean => first?.kind === 'v' || first?.kind === 'm';
  const writer = new SchemaWriter(schema, catalog);
  return [
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    `  ${schema}: {`,
    ...block('Tables', relations.filter((columns) => !isView(columns)).flatMap((columns) => writer.table(columns))),
    ...block('Views', relations.filter(isView).flatMap((columns) => writer.view(columns))),
    ...block('Functions', catalog.functions.flatMap((one) => writer.function(one))),
    ...block('Enums', catalog.enums.map(({ name, values }) => `${name}: ${values.map(quoted).join(' | ')};`)),
    ...block('CompositeTypes', []),
    '  };',
    '};',
    '',
  ].join('\n');
}

function block(name: string, lines: readonly string[]): string[] {
  return [`    ${name}: {`, ...(lines.length > 0 ? lines : ['[_ in never]: never;']).map((line) => `      ${line}`), '    };'];
}

function indented(name: string, lines: readonly string[]): string[] {
  return [`${name}: {`, ...lines.map((line) => `  ${line}`), '};'];
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function list(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}

class SchemaWriter {
  readonly #schema: string;
  readonly #catalog: Catalog;

  constructor(schema: string, catalog: Catalog) {
    this.#schema = schema;
    this.#catalog = catalog;
  }

  table(columns: readonly Column[]): string[] {
    const name = columns[0]?.relation ?? '';
    return indented(name, [
      ...indented('Row', this.#row(columns)),
      ...indented('Insert', columns.map((column) => this.#inputField(column, column.optional))),
      ...indented('Update', columns.map((column) => this.#inputField(column, true))),
      ...this.#relationships(name),
    ]);
  }

  view(columns: readonly Column[]): string[] {
    const name = columns[0]?.relation ?? '';
    return indented(name, [...indented('Row', this.#row(columns)), ...this.#relationships(name)]);
  }

  function({ name, parameters, columns, returns, returnsSet }: DatabaseFunction): string[] {
    const args = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${this.#type(one.type)}`);
    const result = columns.length > 0 ? `{ ${columns.map((one) => `${one.name}: ${this.#type(one.type)}`).join('; ')} }` : this.#type(returns);
    return indented(name, [
      `Args: ${args.length > 0 ? `{ ${args.join('; ')} }` : 'never'};`,
      `Returns: ${result}${returnsSet ? '[]' : ''};`,
    ]);
  }

  #row(columns: readonly Column[]): string[] {
    return columns.map(({ name, type, nullable }) => `${name}: ${this.#nullable(type, nullable)};`);
  }

  #inputField({ name, type, nullable, readOnly }: Column, optional: boolean): string {
    if (readOnly) return `${name}?: never;`;
    return `${name}${optional ? '?' : ''}: ${this.#nullable(type, nullable)};`;
  }

  #relationships(relation: string): string[] {
    const own = this.#catalog.relationships.filter((one) => one.relation === relation);
    if (own.length === 0) return ['Relationships: [];'];
    const line = ({ name, columns, oneToOne, referencedRelation, referencedColumns }: Relationship): string =>
      `  { foreignKeyName: ${quoted(name)}; columns: ${list(columns)}; isOneToOne: ${String(oneToOne)}; ` +
      `referencedRelation: ${quoted(referencedRelation)}; referencedColumns: ${list(referencedColumns)} },`;
    return ['Relationships: [', ...own.map(line), '];'];
  }

  #nullable(name: string, nullable: boolean): string {
    const type = this.#type(name);
    return nullable && type !== 'unknown' ? `${type} | null` : type;
  }

  #type(name: string): string {
    // The type name of an array is that of its elements with an underscore in front.
    if (name.startsWith('_')) {
      const element = this.#type(name.slice(1));
      return element.includes(' ') ? `(${element})[]` : `${element}[]`;
    }
    const { enums, columns } = this.#catalog;
    if (enums.some((one) => one.name === name)) return `Database[${quoted(this.#schema)}]['Enums'][${quoted(name)}]`;
    if (columns.some((one) => one.relation === name)) return `Database[${quoted(this.#schema)}]['Tables'][${quoted(name)}]['Row']`;
    return TYPESCRIPT_TYPES[name] ?? 'unknown';
  }
}
