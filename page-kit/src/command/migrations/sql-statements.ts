/** A part of a statement. */
interface SqlToken {
  /** `name`: a keyword or an identifier, in lower case unless it was quoted; `text`: a string; `symbol`: one other character. */
  readonly kind: 'name' | 'text' | 'symbol';
  readonly value: string;
}

/** A statement of a script. */
export interface SqlStatement {
  readonly tokens: readonly SqlToken[];
  /** Where it begins, counted from 1. */
  readonly line: number;
}

/** The lexical rules of Postgres (https://www.postgresql.org/docs/17/sql-syntax-lexical.html), as far as they decide where tokens end. */
const RULES: readonly (readonly [RegExp, SqlToken['kind'] | 'space' | 'end'])[] = [
  [/\s+|--[^\n]*/y, 'space'],
  [/\$((?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[^]*?\$\1\$/y, 'text'],
  [/[eE]'(?:[^'\\]|''|\\[^])*'/y, 'text'],
  [/(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*'/y, 'text'],
  [/"(?:[^"]|"")*"/y, 'name'],
  [/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y, 'name'],
  [/;/y, 'end'],
  [/[^]/y, 'symbol'],
];

/** Splits a script into statements. What is inside of strings, such as the body of a function, stays one token. */
export function readStatements(sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: SqlToken[] = [];
  let start = 0;
  const finish = (): void => {
    if (tokens.length > 0) statements.push({ tokens, line: sql.slice(0, start).split('\n').length });
    tokens = [];
  };
  for (let at = 0; at < sql.length; ) {
    const comment = sql.startsWith('/*', at) ? endOfComment(sql, at) : null;
    if (comment !== null) {
      at = comment;
      continue;
    }
    const [text, kind] = tokenAt(sql, at);
    if (kind === 'end') finish();
    else if (kind !== 'space') {
      if (tokens.length === 0) start = at;
      tokens.push({ kind, value: kind === 'name' ? nameOf(text) : text });
    }
    at += text.length;
  }
  finish();
  return statements;
}

function tokenAt(sql: string, at: number): readonly [text: string, kind: SqlToken['kind'] | 'space' | 'end'] {
  for (const [pattern, kind] of RULES) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(sql) ?? [];
    if (text !== undefined) return [text, kind];
  }
  throw new RangeError(`There is no character at ${at}.`);
}

/** Comments of this kind can contain others. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const mark of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return start + mark.index + 2;
  }
  return sql.length;
}

function nameOf(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase();
}
