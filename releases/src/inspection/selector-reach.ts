import { listOf, type Piece } from './style-sheet.ts';

/** What the subject of a selector can be: only elements of the module, the document's own elements, or others. */
export type Reach = 'confined' | 'document' | 'elsewhere' | 'malformed';

/** Where a selector stands. */
export interface Surroundings {
  /** Whether a class, an id or another global name belongs to the module. */
  readonly isOwn: (name: string) => boolean;
  /** Whether it stands in an `@scope` whose root is the module's. */
  readonly scoped: boolean;
  /** Whether it stands in another style rule, which is confined, or is a problem of its own. */
  readonly nested: boolean;
}

/** Pseudo-classes that match what one of their selectors matches. */
const ALTERNATIVES = /^(?:is|where|matches|any|-moz-any|-webkit-any)$/;

/** They surround every module, and are never in one. */
const DOCUMENT = /^(?:html|head|body)$/;

/**
 * What a selector without commas reaches. Its subject is confined if it has a class or an id of the module, or is
 * inside of, or beside, an element that has.
 */
export function reachOf(selector: readonly Piece[], surroundings: Surroundings): Reach {
  const { scoped, nested } = surroundings;
  const isRelative = scoped || (nested && !refersToParent(selector));
  let reach: Reach = isRelative ? 'confined' : 'elsewhere';
  let expectsCompound = true;
  let isFirst = true;
  for (const part of compoundsOf(selector)) {
    if (part.length === 1 && part[0] && isCombinator(part[0])) {
      // A selector may begin with a combinator only where something stands before it.
      if (expectsCompound && !(isFirst && isRelative)) return 'malformed';
      expectsCompound = true;
    } else {
      const compound = reachOfCompound(part, surroundings);
      if (compound === 'malformed') return 'malformed';
      if (compound !== 'elsewhere') reach = compound;
      // What an ancestor is says nothing of what is in it, but `@scope` matches inside of its root only.
      else if (reach === 'document') reach = scoped ? 'confined' : 'elsewhere';
      expectsCompound = false;
    }
    isFirst = false;
  }
  return expectsCompound ? 'malformed' : reach;
}

/** What a list of selectors reaches: the worst of them. */
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

/** Splits a selector at its combinators. A space alone stands for no part of its own: what follows it is a new compound. */
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
    // A type selector stands first, or behind its namespace, or behind `&`.
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
  // `:not`, `:has` and the like only narrow down what the rest of the compound matches.
  if (!ALTERNATIVES.test(value.toLowerCase())) return 'elsewhere';
  return reachOfList(pieces, surroundings);
}
