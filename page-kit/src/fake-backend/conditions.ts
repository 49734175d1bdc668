import { NotFakedError } from './received-request.ts';
import { RestRefusal } from './rest-refusal.ts';
import { compare, operandFor, splitList, textOf, valueAt, type Row } from './values.ts';

/** Whether a row matches. */
type Condition = (row: Row) => boolean;

const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/** Checks that the table has the column of a filter. @throws RestRefusal */
type CheckColumn = (path: string) => void;

/** Whether a query has a filter. */
export function hasFilter(query: URLSearchParams): boolean {
  return [...query.keys()].some((name) => !RESERVED.has(name));
}

/** The condition that combines all filters of a query (docs.postgrest.org, "Horizontal Filtering"). @throws RestRefusal */
export function conditionsOf(query: URLSearchParams, check: CheckColumn = () => undefined): Condition {
  const conditions = [...query].filter(([name]) => !RESERVED.has(name)).map(([name, value]) => conditionOf(name, value, check));
  return (row) => conditions.every((fits) => fits(row));
}

function conditionOf(name: string, value: string, check: CheckColumn): Condition {
  const [, negated, logic] = /^(not\.)?(and|or)$/.exec(name) ?? [];
  if (logic !== undefined) return negate(groupOf(logic, value, check), negated !== undefined);
  if (name.replace(/->.*/, '').includes('.')) throw new NotFakedError(`it filters by a column of an embedded table (${name})`);
  return comparisonOf(name, value, check);
}

/** `(a.eq.1,or(b.gt.2,c.is.null))` */
function groupOf(logic: string, list: string, check: CheckColumn): Condition {
  const members = splitList(list.replace(/^\(|\)$/g, '')).map((member) => {
    const [, negated, inner, rest = ''] = /^(not\.)?(and|or)(\(.*\))$/s.exec(member) ?? [];
    if (inner !== undefined) return negate(groupOf(inner, rest, check), negated !== undefined);
    const dot = member.indexOf('.');
    // Within a list, values with reserved characters are quoted (docs.postgrest.org, "Reserved characters").
    const expression = member.slice(dot + 1).replace(/^((?:not\.)?[a-z]+\.)(".*")$/s, (_, operator: string, value: string) => operator + unquoted(value));
    return comparisonOf(member.slice(0, dot), expression, check);
  });
  return logic === 'and' ? (row) => members.every((fits) => fits(row)) : (row) => members.some((fits) => fits(row));
}

function comparisonOf(column: string, expression: string, check: CheckColumn): Condition {
  check(column);
  const [, negated, operator = '', operand = ''] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(expression) ?? [];
  const search = textSearchOf(expression);
  if (search) return (row) => search(valueAt(row, column));
  const fits = OPERATORS.get(operator);
  if (!fits) {
    if (/^(not\.)?(fts|plfts|phfts|wfts|sl|sr|nxr|nxl|adj|ov|match|imatch|isdistinct|[a-z]+\(.*\))[.(]/.test(expression)) {
      throw new NotFakedError(`it filters with the operator of "${expression}"`);
    }
    throw new RestRefusal(`"failed to parse filter (${expression})"`, { status: 400, code: 'PGRST100' });
  }
  return negate((row) => fits(valueAt(row, column), operand), negated !== undefined, (row) => operator !== 'is' && valueAt(row, column) === null);
}

/** A comparison with null is unknown, and so is its negation: such a row never matches. */
function negate(fits: Condition, negated: boolean, isUnknown: Condition = () => false): Condition {
  return negated ? (row) => !fits(row) && !isUnknown(row) : fits;
}

function ordered(fits: (order: number) => boolean) {
  return (value: unknown, operand: string) => value !== null && fits(compare(value, operandFor(value, operand)));
}

/** Wildcards in a pattern of `like`; PostgREST reads `*` as `%`. */
const WILDCARDS: Readonly<Record<string, string>> = { '%': '.*', '*': '.*', _: '.' };

function like(flags: string) {
  return (value: unknown, operand: string) => {
    // A backslash escapes the next character (PostgreSQL, "LIKE").
    const pattern = operand.replace(/\\?(.)/gs, (part, letter: string) => (part === letter && WILDCARDS[letter]) || letter.replace(/[.+*?^${}()|[\]\\]/, '\\$&'));
    return value !== null && new RegExp(`^${pattern}$`, `s${flags}`).test(textOf(value));
  };
}

const OPERATORS: ReadonlyMap<string, (value: unknown, operand: string) => boolean> = new Map([
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
  ['cs', (value, operand) => value !== null && contains(value, containedIn(operand, value))],
  ['cd', (value, operand) => Array.isArray(value) && contains(containedIn(operand, value), value)],
]);

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

/** For a column with arrays, an array as Postgres writes it (`{a,b}`); otherwise JSON. @throws RestRefusal 22P02 */
function containedIn(operand: string, value: unknown): unknown {
  if (Array.isArray(value) && /^\{.*\}$/s.test(operand)) return splitList(operand.slice(1, -1)).map(unquoted);
  try {
    return JSON.parse(operand);
  } catch {
    throw new RestRefusal('invalid input syntax for type json', { status: 400, code: '22P02' });
  }
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

/** Whether a value matches a full-text filter. */
type TextSearch = (value: unknown) => boolean;

/**
 * Parses a full-text filter (docs.postgrest.org, "Full-Text Search") of the configuration `simple` that requires all of its
 * words: words with `&` between them (`fts`), optionally in quotes and with `:*` for a prefix, or plain text (`plfts`). The
 * column is a `tsvector` that the table fills in, see `TableDefinition.search`. Returns null for other filters.
 */
function textSearchOf(expression: string): TextSearch | null {
  const [, kind, query = ''] = /^(fts|plfts)\(simple\)\.(.*)$/s.exec(expression) ?? [];
  if (kind === undefined || (kind === 'fts' && /[|!<>()]/.test(query.replace(/'(?:[^']|'')*'/g, '')))) return null;
  const terms = kind === 'fts' ? query.split(/\s*&\s*(?=(?:[^']*'[^']*')*[^']*$)/).map(readTerm) : [{ text: query, isBeginning: false }];
  const wanted = terms.flatMap(({ text, isBeginning }) => words(text).map((word, index, all) => ({ word, isBeginning: isBeginning && index === all.length - 1 })));
  return (value) => {
    const found = words(typeof value === 'string' ? value : '');
    return wanted.length > 0 && wanted.every(({ word, isBeginning }) => found.some((other) => (isBeginning ? other.startsWith(word) : other === word)));
  };
}

function readTerm(term: string): { readonly text: string; readonly isBeginning: boolean } {
  const [, quoted, plain = '', beginning] = /^(?:'((?:[^']|'')*)'|([^:]*))(:\*)?$/.exec(term.trim()) ?? [];
  return { text: quoted?.replaceAll("''", "'") ?? plain, isBeginning: beginning !== undefined };
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
