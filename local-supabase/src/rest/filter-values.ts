/** PostgREST's operators that compare with a value (docs.postgrest.org, "Horizontal Filtering"). */
const OPERATORS = 'eq|neq|gte?|lte?|i?like|i?match|in|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|fts|plfts|phfts|wfts';
const quotedText = String.raw`"(?:[^"\\]|\\.)*"`;
const condition = new RegExp(String.raw`^((?:not\.)?(${OPERATORS})(?:\((?!any\)|all\))[^)]*\))?\.)(.*)$`, 's');
const anyCondition = new RegExp(String.raw`^(?:not\.)?(?:is|${OPERATORS})(?:\([^)]*\))?\.`);
const conditionOfTree = new RegExp(
  String.raw`((?:"[^"]*"|[^.,()"])+\.(?:not\.)?(${OPERATORS})(?:\((?!any\)|all\))[^)]*\))?\.)(${quotedText}(?=[,)])|\((?:${quotedText}|[^")])*\)|\{(?:${quotedText}|[^{}"]|\{[^{}]*\})*\}|[^,)]*)`,
  'gs',
);
const listEntry = new RegExp(String.raw`(?:^|,)(?:(${quotedText})(?=,|$)|([^,]*))`, 'gs');
const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text);
const NON_FILTER_PARAMETERS = /(?:^|\.)(?:select|order|limit|offset|on_conflict|columns)$/;

/**
 * The values of a request's filters. The package would convert `null`, `1.0` or `"5"` to JavaScript values, so it gets a token
 * instead of each value, and the values are restored afterwards. Postgres then parses them as the type of their column.
 */
export class FilterValues {
  readonly #key = crypto.randomUUID();
  readonly #values: string[] = [];

  /** Replaces the values in a URL by tokens, and combines repeated conditions, because the package keeps only the last one. */
  hide(url: URL): void {
    const keys = [...new Set(url.searchParams.keys())].filter((key) => !NON_FILTER_PARAMETERS.test(key));
    for (const key of keys) {
      const isTree = /(?:^|\.)(?:and|or)$/.test(key);
      const values = url.searchParams.getAll(key).map((text) => (isTree ? this.#hideInTree(text) : this.#hideInCondition(text)));
      url.searchParams.delete(key);
      const [, embed = '', name = key] = /^((?:[^."]+\.)*)((?:not\.)?(?:and|or)|[^.]+)$/.exec(key) ?? [];
      if (values.length === 1 || !(isTree || values.every((text) => anyCondition.test(text)))) for (const value of values) url.searchParams.append(key, value);
      else url.searchParams.append(`${embed}and`, `(${values.map((text) => (isTree ? `${name}${text}` : `${name}.${text}`)).join(',')})`);
    }
    this.#joinTrees(url.searchParams);
  }

  /** Replaces the tokens in the parsed request by their values. */
  restore(read: unknown): void {
    if (typeof read !== 'object' || read === null) return;
    for (const [key, entry] of Object.entries(read)) {
      if (typeof entry !== 'string') this.restore(entry);
      else if (entry.includes(this.#key)) Reflect.set(read, key, entry.replaceAll(this.#pattern(), (_token, at: string) => this.#values[Number(at)] ?? ''));
    }
  }

  /** Combines several "and" of one resource. */
  #joinTrees(parameters: URLSearchParams): void {
    for (const key of new Set(parameters.keys())) {
      const trees = parameters.getAll(key);
      if (trees.length > 1 && /(?:^|\.)and$/.test(key)) parameters.set(key, `(${trees.map((tree) => tree.slice(1, -1)).join(',')})`);
    }
  }

  #hideInCondition(text: string): string {
    const [, start, operator = '', value = ''] = condition.exec(text) ?? [];
    return start === undefined ? text : `${start}${this.#hideValue(operator, value)}`;
  }

  #hideInTree(tree: string): string {
    return tree.replaceAll(conditionOfTree, (_match, start: string, operator: string, value: string) => `${start}${this.#hideValue(operator, operator === 'in' ? value : unquoted(value))}`);
  }

  #hideValue(operator: string, value: string): string {
    if (operator !== 'in') return this.#token(/^i?like$/.test(operator) ? value.replaceAll('*', '%') : value);
    const list = /^\((.*)\)$/s.exec(value)?.[1];
    if (!list) return value;
    return `(${[...list.matchAll(listEntry)].map(([, quoted, plain = '']) => this.#token(quoted === undefined ? plain : unquoted(quoted))).join(',')})`;
  }

  #token(value: string): string {
    return `value~${this.#key}~${String(this.#values.push(value) - 1)}~`;
  }

  #pattern(): RegExp {
    return new RegExp(`value~${this.#key}~(\\d+)~`, 'g');
  }
}
