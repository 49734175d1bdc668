import { tokenizer, TokenType, type CSSToken, type ParseError } from '@csstools/css-tokenizer';

/** A token, or a bracketed block or function with its content. Comments are omitted. */
export interface Piece {
  readonly kind:
    | 'ident' | 'string' | 'hash' | 'at' | 'delim' | 'colon' | 'comma' | 'semicolon' | 'space' | 'other'
    | 'function' | '(' | '[' | '{';
  /** The value without escapes: the name of an identifier, a function or an at-rule, or the content of a string. */
  readonly value: string;
  readonly start: number;
  end: number;
  readonly pieces: Piece[];
}

/** A rule, an at-rule or a declaration. */
export interface Statement {
  /** The name of an at-rule in lower case, else null. */
  readonly at: string | null;
  readonly prelude: readonly Piece[];
  /** Null for a declaration, and for an at-rule without a block. */
  readonly block: Piece | null;
  readonly start: number;
  readonly end: number;
}

/** Browsers would have to repair the style sheet, and may then read it differently than the gate. */
export class StyleSheetError extends Error {
  override readonly name = 'StyleSheetError';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** At-rules that contain ordinary rules. */
export const RULE_GROUPS: readonly string[] = ['media', 'supports', 'container', 'starting-style', 'layer', 'scope'];

/** The maximum depth of blocks: more than real style sheets have, and safe for recursion. */
const MAX_DEPTH = 100;

/**
 * Parses a style sheet by CSS Syntax Module Level 3, in time proportional to its length.
 * @throws StyleSheetError for mistakes, because browsers repair each kind by its own rules
 */
export function parseStyleSheet(css: string): Statement[] {
  if (css.includes('\0')) throw new StyleSheetError('has a NUL character', css.indexOf('\0'));
  const root: Piece = { kind: '{', value: '', start: 0, end: css.length, pieces: [] };
  const open = [root];
  for (const token of tokensOf(css)) {
    const around = open.at(-1) ?? root;
    const kind = kindOf(token);
    if (kind === 'close') {
      if (open.length === 1 || closerOf(around) !== token[1]) throw new StyleSheetError(`has an unmatched "${token[1]}"`, token[2]);
      around.end = token[3] + 1;
      open.pop();
    } else if (kind !== 'comment') {
      const piece: Piece = { kind, value: valueOf(token), start: token[2], end: token[3] + 1, pieces: [] };
      around.pieces.push(piece);
      if (kind === 'function' || kind === '(' || kind === '[' || kind === '{') open.push(piece);
      if (open.length > MAX_DEPTH) throw new StyleSheetError(`has more than ${MAX_DEPTH} nested blocks`, token[2]);
    }
  }
  const unclosed = open.at(-1);
  if (open.length > 1 && unclosed) throw new StyleSheetError('has an unclosed block', unclosed.start);
  return statementsOf(root.pieces, false);
}

/**
 * The statements of a style sheet or of a block.
 *
 * @param nested whether they are in a style rule, which may have declarations
 */
export function statementsOf(pieces: readonly Piece[], nested: boolean): Statement[] {
  const found: Statement[] = [];
  let prelude: Piece[] = [];
  const finish = (last: Piece, block: Piece | null): void => {
    const [first = last, ...rest] = prelude;
    const at = first.kind === 'at' ? first.value.toLowerCase() : null;
    if (prelude.length > 0 || block) {
      found.push({ at, prelude: trimmed(at === null ? prelude : rest), block, start: first.start, end: last.end });
    }
    prelude = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'semicolon') finish(piece, null);
    else if (piece.kind === '{' && !(nested && isCustomProperty(prelude))) finish(piece, piece);
    else if (piece.kind !== 'space' || prelude.length > 0) prelude.push(piece);
  }
  const last = prelude.at(-1);
  if (last) finish(last, null);
  return found;
}

/** The pieces between commas. */
export function listOf(pieces: readonly Piece[]): Piece[][] {
  const lists: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'comma') lists.push([]);
    else lists.at(-1)?.push(piece);
  }
  return lists.map(trimmed);
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex(({ kind }) => kind !== 'space');
  const last = pieces.findLastIndex(({ kind }) => kind !== 'space');
  return first === -1 ? [] : pieces.slice(first, last + 1);
}

/** The value of a custom property can be a block. */
function isCustomProperty(prelude: readonly Piece[]): boolean {
  const [name, colon] = prelude.slice(0, 3).filter(({ kind }) => kind !== 'space');
  // Browsers take `--` alone for the beginning of a rule.
  return name?.kind === 'ident' && /^--./s.test(name.value) && colon?.kind === 'colon';
}

function* tokensOf(css: string): Generator<CSSToken> {
  const broken: ParseError[] = [];
  const reader = tokenizer({ css }, { onParseError: (error) => broken.push(error) });
  while (!reader.endOfFile()) {
    const token = readToken(reader.nextToken);
    if (broken[0]) throw new StyleSheetError('has an unterminated string, comment, URL or escape', broken[0].sourceStart);
    if (token[0] === TokenType.EOF) return;
    yield token;
  }
}

/** The tokenizer overflows the stack on names with many thousands of characters. */
function readToken(next: () => CSSToken): CSSToken {
  try {
    return next();
  } catch (cause) {
    if (cause instanceof RangeError) throw new StyleSheetError('has a name that is too long', 0);
    throw cause;
  }
}

const KINDS: Partial<Record<TokenType, Piece['kind'] | 'close' | 'comment'>> = {
  [TokenType.Comment]: 'comment',
  [TokenType.AtKeyword]: 'at',
  [TokenType.Colon]: 'colon',
  [TokenType.Comma]: 'comma',
  [TokenType.Delim]: 'delim',
  [TokenType.Function]: 'function',
  [TokenType.Hash]: 'hash',
  [TokenType.Ident]: 'ident',
  [TokenType.Semicolon]: 'semicolon',
  [TokenType.String]: 'string',
  [TokenType.Whitespace]: 'space',
  [TokenType.OpenParen]: '(',
  [TokenType.OpenSquare]: '[',
  [TokenType.OpenCurly]: '{',
  [TokenType.CloseParen]: 'close',
  [TokenType.CloseSquare]: 'close',
  [TokenType.CloseCurly]: 'close',
};

function kindOf(token: CSSToken): Piece['kind'] | 'close' | 'comment' {
  return KINDS[token[0]] ?? 'other';
}

function valueOf(token: CSSToken): string {
  const parsed = token[4];
  return parsed !== undefined && 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : token[1];
}

function closerOf({ kind }: Piece): string {
  if (kind === '[') return ']';
  return kind === '{' ? '}' : ')';
}
