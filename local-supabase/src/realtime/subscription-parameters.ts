import * as v from 'valibot';
import { RealtimeError } from './caller.ts';

/** The comparisons of a filter, named as in PostgREST. */
const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'] as const;

/** A condition on a column. */
export interface Filter {
  column: string;
  operator: (typeof OPERATORS)[number];
  /** The compared value in Postgres's text form (for `in`: an array). */
  operand: string;
  negated: boolean;
}

/** The changes that a subscription requests. `*` matches any schema or table. */
export interface SubscriptionParameters {
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*';
  schema: string;
  table: string;
  /** A change must match all of them. */
  filters: readonly Filter[];
  /** The columns to send in addition to the primary key, or undefined for all. */
  columns: readonly string[] | undefined;
}

const parametersSchema = v.pipe(
  v.looseObject({
    event: v.optional(v.unknown()),
    schema: v.optional(v.string()),
    table: v.optional(v.string()),
    filter: v.optional(v.string()),
    select: v.optional(v.array(v.unknown())),
  }),
  v.check(({ schema, table, filter }) => (schema ?? table) !== undefined && (filter === undefined || (schema !== undefined && table !== undefined))),
);
const operatorSchema = v.picklist(OPERATORS);
const eventSchema = v.pipe(v.string(), v.toUpperCase(), v.picklist(['INSERT', 'UPDATE', 'DELETE']));

/** Parses one entry of a join's `postgres_changes` (supabase/realtime, lib/extensions/postgres_cdc_rls/subscriptions.ex). @throws RealtimeError */
export function parseSubscription(entry: unknown): SubscriptionParameters {
  const parsed = v.safeParse(parametersSchema, entry);
  if (!parsed.success) {
    throw invalidParameters(`No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(entry)}`);
  }
  const { event, schema = 'public', table = '*', filter = '', select } = parsed.output;
  const columns = select?.filter((column) => typeof column === 'string');
  if (columns && columns.length > 0 && (schema === '*' || table === '*')) {
    throw invalidParameters('Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.');
  }
  const action = v.safeParse(eventSchema, event);
  return {
    event: action.success ? action.output : '*',
    schema,
    table,
    filters: filter.trim() === '' ? [] : conditionsOf(filter).map(parseFilter),
    columns: columns && columns.length > 0 ? columns : undefined,
  };
}

function invalidParameters(message: string): RealtimeError {
  return new RealtimeError('RealtimeDisabledForConfiguration', message);
}

/** Splits a filter at its commas, except in parentheses and quotes. */
function conditionsOf(filter: string): string[] {
  const conditions = [''];
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < filter.length; index += 1) {
    const character = filter.charAt(index);
    if (character === ',' && depth === 0 && !quoted) {
      conditions.push('');
      continue;
    }
    if (quoted && character === '\\') {
      conditions.push((conditions.pop() ?? '') + character + filter.charAt(index + 1));
      index += 1;
      continue;
    }
    if (character === '"' && (quoted || '.(,'.includes(filter.charAt(index - 1)))) quoted = !quoted;
    else if (character === '(' && !quoted) depth += 1;
    else if (character === ')' && !quoted) depth = Math.max(0, depth - 1);
    conditions.push((conditions.pop() ?? '') + character);
  }
  return conditions.map((condition) => condition.trim());
}

const FILTER_PATTERN = /^(?<column>[^=]+)=(?<negation>not\.)?(?<operator>[a-z]+)\.(?<operand>.*)$/s;

function parseFilter(text: string): Filter {
  const { column = '', negation, operator, operand = '' } = FILTER_PATTERN.exec(text)?.groups ?? {};
  const known = v.safeParse(operatorSchema, operator);
  if (!known.success) throw invalidParameters(`Error parsing \`filter\` params: ${JSON.stringify(text)}`);
  return { column, operator: known.output, operand: operandOf(known.output, operand), negated: negation !== undefined };
}

function operandOf(operator: Filter['operator'], operand: string): string {
  if (operator === 'in') {
    const list = /^\((.*)\)$/s.exec(operand)?.[1];
    if (list === undefined) throw invalidParameters('Error parsing `filter` params: `in` filter value must be wrapped by parentheses');
    return `{${list}}`;
  }
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(operand)?.[1];
  return quoted === undefined ? operand : quoted.replace(/\\(.)/gs, '$1');
}
