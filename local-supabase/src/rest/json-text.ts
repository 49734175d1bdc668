/** The parts of JSON text, in order: strings with their quotes, and what is between them. */
function* partsOf(json: string): Generator<{ text: string; isString: boolean }> {
  let at = 0;
  while (at < json.length) {
    const start = json.indexOf('"', at);
    yield { text: start < 0 ? json.slice(at) : json.slice(at, start), isString: false };
    if (start < 0) return;
    at = start + 1;
    while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
    at += 1;
    yield { text: json.slice(start, at), isString: true };
  }
}

/** Whether lists and objects are nested more than `levels` deep. */
export function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  for (const { text, isString } of partsOf(json)) {
    if (isString) continue;
    for (const character of text) {
      if (character === '[' || character === '{') depth += 1;
      else if (character === ']' || character === '}') depth -= 1;
      if (depth > levels) return true;
    }
  }
  return false;
}

const NUMBER_PATTERN = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Matches JSON that may have a number which JavaScript would write differently: many digits, an exponent, a final zero. */
const INEXACT_PATTERN = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|-0/;

/**
 * Carries numbers through JavaScript without changing a digit. JavaScript would round 9007199254740993 and read 1e400 as infinity,
 * so such a number becomes a token, which is a string, and the token becomes the number again in the text of the response.
 */
export class ExactNumbers {
  readonly #key = crypto.randomUUID();
  // A token stands alone in CSV, in quotes in JSON, and in other quotes where JSON is in a CSV field or in a JSON string.
  readonly #tokens = new RegExp(`(?:\\\\"|"")?"?number~${this.#key}~([^~]*)~"?(?:\\\\"|"")?`, 'g');

  /** A number of Postgres, as a JavaScript number if that keeps it. */
  readonly number = (text: string): number | string => (String(Number(text)) === text ? Number(text) : `number~${this.#key}~${text}~`);

  /** Parses JSON. Numbers that JavaScript cannot keep become tokens. */
  readonly parse = (json: string): unknown => JSON.parse(INEXACT_PATTERN.test(json) ? this.#hide(json) : json);

  /** Replaces the tokens in a text by their numbers. */
  restore(text: string): string {
    return text.includes(this.#key) ? text.replaceAll(this.#tokens, '$1') : text;
  }

  #hide(json: string): string {
    let hidden = '';
    for (const { text, isString } of partsOf(json)) {
      hidden += isString ? text : text.replaceAll(NUMBER_PATTERN, (digits) => JSON.stringify(this.number(digits)));
    }
    return hidden;
  }
}
