import { NotFakedError } from '../not-faked.ts';
import { compare, operandFor, textOf } from './compare.ts';
import { RestRefusal } from './rest-refusal.ts';
import { valueAt, type Row } from './row.ts';
import { splitList } from './split-list.ts';
import { textSearchOf } from './text-search.ts';

/** Whether a row fits. */
export type Condition = (row: Row) => boolean;

const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/** The conditions of a query (docs.postgrest.org, "Horizontal Filtering"), all of which a row has to fit. */
export function conditionsOf(query: URLSearchParams): Condition {
  const conditions = [...query].filter(([name]) => !RESERVED.has(name)).map(([name, value]) => conditionOf(name, value));
  return (row) => conditions.every((fits) => fits(row));
}

function conditionOf(name: string, value: string): Condition {
  const [, negated, logic] = /^(not\.)?(and|or)$/.exec(name) ?? [];
  if (logic !== undefined) return negate(groupOf(logic, value), negated !== undefined);
  if (name.replace(/->.*/, '').includes('.')) throw new NotFakedError(`it filters by a column of an embedded table (${name})`);
  return comparisonOf(name, value);
}

/** `(a.eq.1,or(b.gt.2,c.is.null))` */
function groupOf(logic: string, list: string): Condition {
  const members = splitList(list.replace(/^\(|\)$/g, '')).map((member) => {
    const [, negated, inner, rest = ''] = /^(not\.)?(and|or)(\(.*\))$/s.exec(member) ?? [];
    if (inner !== undefined) return negate(groupOf(inner, rest), negated !== undefined);
    const dot = member.indexOf('.');
    // Within a list, values that have its signs are quoted (docs.postgrest.org, "Reserved characters").
    const expression = member.slice(dot + 1).replace(/^((?:not\.)?[a-z]+\.)(".*")$/s, (_, operator: string, value: string) => operator + unquoted(value));
    return comparisonOf(member.slice(0, dot), expression);
  });
  return logic === 'and' ? (row) => members.every((fits) => fits(row)) : (row) => members.some((fits) => fits(row));
}

function comparisonOf(column: string, expression: string): Condition {
  const [, negated, operator = '', operand = ''] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(expression) ?? [];
  const search = textSearchOf(expression);
  if (search) return (row) => search(valueAt(row, column));
  const fits = operators.get(operator);
  if (!fits) {
    if (/^(not\.)?(fts|plfts|phfts|wfts|sl|sr|nxr|nxl|adj|ov|match|imatch|isdistinct|[a-z]+\(.*\))[.(]/.test(expression)) {
      throw new NotFakedError(`it filters with the operator of "${expression}"`);
    }
    throw new RestRefusal(`"failed to parse filter (${expression})"`, { status: 400, code: 'PGRST100' });
  }
  return negate((row) => fits(valueAt(row, column), operand), negated !== undefined, (row) => operator !== 'is' && valueAt(row, column) === null);
}

/** Of null nothing is known, and nothing its opposite: such a row fits neither way. */
function negate(fits: Condition, negated: boolean, isUnknown: Condition = () => false): Condition {
  return negated ? (row) => !fits(row) && !isUnknown(row) : fits;
}

function ordered(fits: (order: number) => boolean) {
  return (value: unknown, operand: string) => value !== null && fits(compare(value, operandFor(value, operand)));
}

/** Stands for any letters, or for any one, in a pattern of `like`; PostgREST reads `*` as `%`. */
const wildcards: Readonly<Record<string, string>> = { '%': '.*', '*': '.*', _: '.' };

function like(flags: string) {
  return (value: unknown, operand: string) => {
    // After a backslash, a letter is that letter (PostgreSQL, "LIKE").
    const pattern = operand.replace(/\\?(.)/gs, (part, letter: string) => (part === letter && wildcards[letter]) || letter.replace(/[.+*?^${}()|[\]\\]/, '\\$&'));
    return value !== null && new RegExp(`^${pattern}$`, `s${flags}`).test(textOf(value));
  };
}

const operators: ReadonlyMap<string, (value: unknown, operand: string) => boolean> = new Map([
  ['eq', ordered((order) => order === 0)],
  ['neq', ordered((order) => order !== 0)],
  ['gt', ordered((order) => order > 0)],
  ['gte', ordered((order) => order >= 0)],
  ['lt', ordered((order) => order < 0)],
  ['lte', ordered((order) => order <= 0)],
  ['like', like('')],
  ['ilike', like('i')],
  ['is', (value, operand) => (operand === 'null' ? value === null : operand === 'not_null' ? value !== null : value === (operand === 'true'))],
  ['in', (value, operand) => value !== null && splitList(operand.slice(1, -1)).some((one) => compare(value, operandFor(value, unquoted(one))) === 0)],
  ['cs', (value, operand) => contains(value, containedIn(operand))],
  ['cd', (value, operand) => Array.isArray(value) && contains(containedIn(operand), value)],
]);

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

/** An array as Postgres writes it (`{a,b}`), or JSON. */
function containedIn(operand: string): unknown {
  if (/^\{[^:]*\}$/s.test(operand)) return splitList(operand.slice(1, -1)).map(unquoted);
  return JSON.parse(operand);
}

/** Whether one JSON value contains another (`@>`). */
function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole) && Array.isArray(part)) return part.every((one) => whole.some((other) => contains(other, one)));
  if (typeof whole === 'object' && typeof part === 'object' && whole !== null && part !== null) {
    const values = new Map<string, unknown>(Object.entries(whole));
    return Object.entries(part).every(([key, value]) => contains(values.get(key), value));
  }
  return whole === part || (typeof whole === 'number' && String(whole) === part);
}
