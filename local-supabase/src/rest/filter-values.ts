/** PostgREST's operators that compare with a value (docs.postgrest.org, "Horizontal Filtering"). */
const OPERATORS = 'eq|neq|gte?|lte?|i?like|i?match|in|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|fts|plfts|phfts|wfts';
/** An operator with what may stand around it: `not.`, `(any)` or the language of a text search. */
const OPERATOR = String.raw`(?:not\.)?(?<operator>is|${OPERATORS})(?:\((?<option>[^)]*)\))?\.`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const CONDITION_PATTERN = new RegExp(`^${OPERATOR}`);
const TREE_CONDITION_PATTERN = new RegExp(String.raw`(?<column>(?:${QUOTED}|[^.,()"])+)\.(?<start>${OPERATOR})`, 'suy');
const QUOTED_TREE_VALUE_PATTERN = new RegExp(`${QUOTED}(?=[,)])`, 'suy');
const PLAIN_TREE_VALUE_PATTERN = /[^,)]*/suy;
/** Anything in a tree up to the index where the next condition may start. */
const NO_CONDITION_PATTERN = new RegExp(String.raw`(?:${QUOTED}|\\.|[^,()"\\])*.?`, 'suy');
const LIST_ENTRY_PATTERN = new RegExp(`(?:^|,)(?:(${QUOTED})(?=,|$)|([^,]*))`, 'gsu');
const COLUMN_PATTERN = new RegExp(`^(${QUOTED}|[^"]*?)(->.*)?$`, 'su');
/** A column that the package accepts in a tree. */
const PLAIN_COLUMN_PATTERN = /^\w*$/;
const KEY_PATTERN = /^((?:[^."]+\.)*)((?:not\.)?(?:and|or)|[^.]+)$/;
const NON_FILTER_PARAMETERS = /(?:^|\.)(?:select|order|limit|offset|on_conflict|columns)$/;

/** A name or value without the quotes around it. */
export const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text);

/** Matches a sticky pattern at an index of a text. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The index after the bracket that closes the one at `start`, outside of quotes, or -1. */
function endOfBrackets(text: string, start: number): number {
  const [open = '', close] = text[start] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === close) depth -= 1;
    // Lists are not nested, but arrays are.
    else if (!isQuoted && character === open && (open === '{' || depth === 0)) depth += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/**
 * The values of a request's filters. The package would convert `null`, `1.0` or `"5"` to JavaScript values, so it gets a token
 * instead of each value, and the values are restored afterwards. Postgres then parses them as the type of their column.
 * Quoted column names in trees, which the package does not read, become tokens, too.
 */
export class FilterValues {
  readonly #key = crypto.randomUUID().replaceAll('-', '');
  readonly #tokens = new RegExp(`token_${this.#key}_(\\d+)_`, 'g');
  readonly #texts: string[] = [];

  /** Replaces the values in the URL of a request by tokens, and combines repeated conditions, because the package keeps only the last one. */
  hide(url: URL, method: string): void {
    // Other parameters of such a call are arguments of the function.
    const isCall = method !== 'POST' && url.pathname.startsWith('/rest/v1/rpc/');
    const keys = [...new Set(url.searchParams.keys())].filter((key) => !NON_FILTER_PARAMETERS.test(key));
    for (const key of keys) {
      const isTree = /(?:^|\.)(?:and|or)$/.test(key);
      const texts = url.searchParams.getAll(key);
      const values = texts.map((text) => (isTree ? this.#hideInTree(text) : this.#hideInCondition(text, isCall)));
      url.searchParams.delete(key);
      const [, embed = '', name = key] = KEY_PATTERN.exec(key) ?? [];
      if (values.length === 1 || !(isTree || texts.every((text) => CONDITION_PATTERN.test(text)))) for (const value of values) url.searchParams.append(key, value);
      else url.searchParams.append(`${embed}and`, `(${values.map((text) => (isTree ? `${name}${text}` : `${this.#hideColumn(name)}.${text}`)).join(',')})`);
    }
    this.#joinTrees(url.searchParams);
  }

  /** Replaces the tokens in the parsed request. */
  restore(read: unknown): void {
    if (typeof read !== 'object' || read === null) return;
    for (const [key, entry] of Object.entries(read)) {
      if (typeof entry !== 'string') this.restore(entry);
      else if (entry.includes(this.#key)) Reflect.set(read, key, this.#replaceTokens(entry, String));
      if (!key.includes(this.#key)) continue;
      Reflect.deleteProperty(read, key);
      Reflect.set(read, this.#replaceTokens(key, String), entry);
    }
  }

  /** Replaces the tokens in the JSON of a response: an error can quote a part of the request. */
  restoreInJson(json: string): string {
    return this.#replaceTokens(json, (text) => JSON.stringify(text).slice(1, -1));
  }

  #replaceTokens(text: string, write: (text: string) => string): string {
    return text.includes(this.#key) ? text.replaceAll(this.#tokens, (_token, at: string) => write(this.#texts[Number(at)] ?? '')) : text;
  }

  /** Combines several "and" of one resource. */
  #joinTrees(parameters: URLSearchParams): void {
    for (const key of new Set(parameters.keys())) {
      const trees = parameters.getAll(key);
      if (trees.length > 1 && /(?:^|\.)and$/.test(key)) parameters.set(key, `(${trees.map((tree) => tree.slice(1, -1)).join(',')})`);
    }
  }

  #hideInCondition(text: string, isCall: boolean): string {
    const condition = CONDITION_PATTERN.exec(text);
    if (condition) return condition[0] + this.#hideValue(condition, text.slice(condition[0].length));
    return isCall ? this.#token(text) : text;
  }

  /** Reads a tree such as `(a.eq.1,or(b.is.null,c.in.(1,2)))` once. Other parts stay: names of groups, and mistakes that the package refuses. */
  #hideInTree(tree: string): string {
    let hidden = '';
    const unclosed = new Set<string>();
    for (let at = 0; at < tree.length; ) {
      const condition = matchAt(TREE_CONDITION_PATTERN, tree, at);
      if (!condition) {
        const [other = ''] = matchAt(NO_CONDITION_PATTERN, tree, at) ?? [];
        hidden += other;
        at += other.length;
        continue;
      }
      at += condition[0].length;
      const { column = '', start = '', operator } = condition.groups ?? {};
      const value = this.#treeValueAt(tree, at, operator === 'in', unclosed);
      hidden += `${this.#hideColumn(column)}.${start}${this.#hideValue(condition, operator === 'in' ? value : unquoted(value))}`;
      at += value.length;
    }
    return hidden;
  }

  /** The value at an index of a tree. @param unclosed opening brackets that are known to be unclosed, so that each is searched for once */
  #treeValueAt(tree: string, at: number, isList: boolean, unclosed: Set<string>): string {
    const first = tree[at] ?? '';
    const quoted = first === '"' ? matchAt(QUOTED_TREE_VALUE_PATTERN, tree, at) : null;
    if (quoted) return quoted[0];
    if ((first === '{' || (isList && first === '(')) && !unclosed.has(first)) {
      const end = endOfBrackets(tree, at);
      if (end > 0) return tree.slice(at, end);
      unclosed.add(first);
    }
    return matchAt(PLAIN_TREE_VALUE_PATTERN, tree, at)?.[0] ?? '';
  }

  /** The column of a tree: a name, which may be quoted, and perhaps a path in its JSON. */
  #hideColumn(column: string): string {
    const [, name = '', path = ''] = COLUMN_PATTERN.exec(column) ?? [];
    return PLAIN_COLUMN_PATTERN.test(name) ? column : this.#token(unquoted(name)) + path;
  }

  #hideValue({ groups: { operator = '', option } = {} }: RegExpExecArray, value: string): string {
    if (operator === 'is') return value;
    const text = /^i?like$/.test(operator) ? value.replaceAll('*', '%') : value;
    if (operator === 'in') return this.#hideList(value, '(', ')', unquoted);
    if (option !== 'any' && option !== 'all') return this.#token(text);
    return this.#hideList(text, '{', '}', (entry) => unquoted(entry.trim()));
  }

  /** Replaces the entries of a list, or of an array, in which NULL stands for the value null. */
  #hideList(list: string, open: '(' | '{', close: ')' | '}', textOf: (entry: string) => string): string {
    const entries = list.startsWith(open) && list.endsWith(close) ? list.slice(1, -1) : '';
    if (entries === '') return list;
    const hidden = [...entries.matchAll(LIST_ENTRY_PATTERN)].map(([, quoted, plain = '']) => (open === '{' && /^\s*null\s*$/i.test(quoted ?? plain) ? 'null' : this.#token(textOf(quoted ?? plain))));
    return open + hidden.join(',') + close;
  }

  #token(text: string): string {
    return `token_${this.#key}_${String(this.#texts.push(text) - 1)}_`;
  }
}
