import { listOf, type Piece } from './style-sheet.ts';

/** What a selector can match: only elements of the module, the document's own elements, or others. */
export type Reach = 'confined' | 'document' | 'elsewhere' | 'malformed';

/** The context of a selector. */
export interface Surroundings {
  /** Whether a class, an id or another global name belongs to the module. */
  readonly isOwn: (name: string) => boolean;
  /** Whether the selector is in an `@scope` whose root belongs to the module. */
  readonly scoped: boolean;
  /** Whether the selector is in another style rule. That rule is confined or already a problem. */
  readonly nested: boolean;
  /** Whether the selector is an argument, as of `:is()`. Browsers put the implicit `& ` before the whole selector only. */
  readonly argument?: boolean;
}

/** Pseudo-classes that match what any of their selectors matches. */
const ALTERNATIVES = /^(?:is|where|matches|any|-moz-any|-webkit-any)$/;

/** Elements that contain every module and are never inside one. */
const DOCUMENT = /^(?:html|head|body)$/;

/**
 * What a selector without commas matches. Its subject is confined if it has a class or an id of the module, or is a
 * descendant or a sibling of an element that has one.
 */
export function reachOf(selector: readonly Piece[], surroundings: Surroundings): Reach {
  const { scoped, nested, argument = false } = surroundings;
  const isRelative = !argument && (scoped || (nested && !refersToParent(selector)));
  let reach: Reach = isRelative ? 'confined' : 'elsewhere';
  let expectsCompound = true;
  let isFirst = true;
  for (const part of compoundsOf(selector)) {
    if (part.length === 1 && part[0] && isCombinator(part[0])) {
      // Only a relative selector may begin with a combinator.
      if (expectsCompound && !(isFirst && isRelative)) return 'malformed';
      expectsCompound = true;
    } else {
      const compound = reachOfCompound(part, surroundings);
      if (compound === 'malformed') return 'malformed';
      if (compound !== 'elsewhere') reach = compound;
      // A document element contains everything, but inside `@scope` only elements of its root match.
      else if (reach === 'document') reach = scoped ? 'confined' : 'elsewhere';
      expectsCompound = false;
    }
    isFirst = false;
  }
  return expectsCompound ? 'malformed' : reach;
}

/** What a list of selectors matches: the worst result of its selectors. */
export function reachOfList(selectors: readonly Piece[], surroundings: Surroundings): Reach {
  const reaches = listOf(selectors).map((selector) => reachOf(selector, surroundings));
  const worst = (['malformed', 'document', 'elsewhere'] as const).find((reach) => reaches.includes(reach));
  return worst ?? 'confined';
}

function refersToParent(selector: readonly Piece[]): boolean {
  return selector.some((piece) => (piece.kind === 'delim' && piece.value === '&') || refersToParent(piece.pieces));
}

function isCombinator({ kind, value }: Piece): boolean {
  return kind === 'delim' && /^[>+~]$/.test(value);
}

/** Splits a selector at its combinators. A space only starts a new compound. */
function compoundsOf(selector: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [];
  let compound: Piece[] = [];
  const finish = (): void => {
    if (compound.length > 0) parts.push(compound);
    compound = [];
  };
  for (const piece of selector) {
    if (piece.kind === 'space') finish();
    else if (isCombinator(piece)) {
      finish();
      parts.push([piece]);
    } else compound.push(piece);
  }
  finish();
  return parts;
}

function reachOfCompound(compound: readonly Piece[], surroundings: Surroundings): Reach {
  const reaches: Reach[] = [];
  for (let index = 0; index < compound.length; index += 1) {
    const piece = compound[index];
    const before = compound[index - 1];
    if (!piece) continue;
    if (piece.kind === 'colon' || piece.kind === '[') continue;
    else if (piece.kind === 'hash') reaches.push(surroundings.isOwn(piece.value) ? 'confined' : 'elsewhere');
    else if (piece.kind === 'delim') reaches.push(reachOfDelimiter(piece.value, surroundings, compound[index + 1]));
    else if (piece.kind === 'ident' && before?.kind === 'colon') reaches.push(reachOfPseudo(piece.value, surroundings));
    else if (piece.kind === 'function' && before?.kind === 'colon') reaches.push(reachOfFunction(piece, surroundings));
    else if (piece.kind === 'ident' && before?.kind === 'delim' && before.value === '.') reaches.push(surroundings.isOwn(piece.value) ? 'confined' : 'elsewhere');
    // A type selector is first, or follows its namespace or `&`.
    else if (piece.kind === 'ident' && (before === undefined || before.kind === 'delim')) reaches.push(reachOfType(piece.value));
    else return 'malformed';
  }
  const worst = (['malformed', 'document', 'confined'] as const).find((reach) => reaches.includes(reach));
  return worst ?? 'elsewhere';
}

function reachOfType(name: string): Reach {
  return DOCUMENT.test(name.toLowerCase()) ? 'document' : 'elsewhere';
}

function reachOfDelimiter(value: string, { scoped, nested }: Surroundings, next: Piece | undefined): Reach {
  if (value === '*') return 'elsewhere';
  if (value === '.') return next?.kind === 'ident' ? 'elsewhere' : 'malformed';
  if (value === '|') return next?.kind === 'ident' || (next?.kind === 'delim' && next.value === '*') ? 'elsewhere' : 'malformed';
  if (value !== '&') return 'malformed';
  return nested || scoped ? 'confined' : 'document';
}

function reachOfPseudo(name: string, { scoped }: Surroundings): Reach {
  const pseudo = name.toLowerCase();
  if (pseudo === 'root' || pseudo === 'host') return 'document';
  if (pseudo === 'scope') return scoped ? 'confined' : 'document';
  return 'elsewhere';
}

function reachOfFunction({ value, pieces }: Piece, surroundings: Surroundings): Reach {
  // `:not`, `:has` and similar ones only narrow down what the rest of the compound matches.
  if (!ALTERNATIVES.test(value.toLowerCase())) return 'elsewhere';
  return reachOfList(pieces, { ...surroundings, argument: true });
}
