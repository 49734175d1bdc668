// The embedded backend (`local-supabase/src/auth/mail`) imports this file too. It is here because a deployed function contains only
// files below `functions`. So it uses neither Deno's nor Node's own modules.

/** A mail template is wrong. The message names the action and contains no personal data. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Returns the value of a template's name; undefined if it has none. */
type ValueOf = (name: string) => unknown;

type Token = { readonly text: string } | { readonly action: string };

/** Whether a name has a value or, with `equals`, whether its value is this text or that of another name. */
interface Condition {
  readonly name: string;
  readonly equals: { readonly text: string } | { readonly name: string } | undefined;
}

/** The content of an `if`, `else if` or `else`, which has no condition. */
interface Branch {
  readonly condition: Condition | undefined;
  readonly pieces: readonly Piece[];
}

type Piece = { readonly text: string } | { readonly place: Place } | { readonly branches: readonly Branch[] };

const START = '{{';
const END = '}}';

/** Splits a template into text and actions. @throws TemplateError for an action without its end */
function tokensOf(template: string): Token[] {
  const [before = '', ...rest] = template.split(START);
  return [
    { text: before },
    ...rest.flatMap((part): Token[] => {
      const at = part.indexOf(END);
      if (at < 0) throw new TemplateError(`${START}${part.slice(0, 30).replace(/\s+/g, ' ')} has no ${END}. Add it.`);
      return [{ action: part.slice(0, at).trim() }, { text: part.slice(at + END.length) }];
    }),
  ];
}

function written(action: string): string {
  return `${START} ${action.replace(/\s+/g, ' ')} ${END}`;
}

/** The name in `.Name` or `.Data.name`; undefined for anything else. */
function nameIn(action: string): string | undefined {
  return /^\.([A-Za-z_]\w*(?:\.\w+)*)$/.exec(action)?.[1];
}

/** A place for a value. Go's html/template encodes only values in links itself: `urlquery` encodes one in a URL that is shown. */
interface Place {
  readonly name: string;
  readonly isEncoded: boolean;
}

function placeOf(action: string): Place {
  const [, place = action, pipe] = /^(\S+)(\s*\|\s*urlquery)$/.exec(action) ?? [];
  const name = nameIn(place);
  if (name === undefined) {
    throw new TemplateError(`${written(action)} is not known here. Write .Name, .Name | urlquery, if .Name, if eq .Name "text", if eq .Name .Other, else if, else, or end.`);
  }
  return { name, isEncoded: pipe !== undefined };
}

/** Reads `if .Name`, `if eq .Name "text"` or `if eq .Name .Other`, also behind `else`. */
function conditionOf(action: string): Condition {
  const condition = action.replace(/^(?:else\s+)?if\s+/, '');
  const [, asked = condition, text, other = ''] = /^eq\s+(\S+)\s+(?:"([^"\\]*)"|(\S+))$/.exec(condition) ?? [];
  const [name, otherName] = [nameIn(asked), nameIn(other)];
  if (name === undefined || (other !== '' && otherName === undefined)) {
    throw new TemplateError(`${written(action)} is not known here. Write if .Name, if eq .Name "text", or if eq .Name .Other.`);
  }
  if (otherName !== undefined) return { name, equals: { name: otherName } };
  return { name, equals: text === undefined ? undefined : { text } };
}

const opens = (action: string): boolean => /^if\s/.test(action);
const divides = (action: string): boolean => action === 'end' || action === 'else' || /^else\s+if\s/.test(action);

/** Takes the tokens up to the next `else` or `end`. @param opening the action that opened their block, if they are in one */
function takePieces(tokens: Token[], opening?: string): Piece[] {
  const pieces: Piece[] = [];
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    if ('text' in token) pieces.push(token);
    else if (opens(token.action)) pieces.push(takeChoice(tokens, token.action));
    else if (!divides(token.action)) pieces.push({ place: placeOf(token.action) });
    else if (opening === undefined) throw new TemplateError(`${written(token.action)} has no if before it. Remove it, or add the if.`);
    else {
      tokens.unshift(token);
      return pieces;
    }
  }
  if (opening !== undefined) throw new TemplateError(`${written(opening)} is never closed. Add ${written('end')}.`);
  return pieces;
}

function takeChoice(tokens: Token[], opening: string): Piece {
  const branches: Branch[] = [];
  for (let action = opening; action !== 'end'; ) {
    const last = branches.at(-1);
    if (last && !last.condition) throw new TemplateError(`${written(action)} comes after the else of ${written(opening)}. Put it before.`);
    branches.push({ condition: action === 'else' ? undefined : conditionOf(action), pieces: takePieces(tokens, opening) });
    const divider = tokens.shift();
    action = divider && 'action' in divider ? divider.action : 'end';
  }
  return { branches };
}

/** The value of a name for `eq`, which compares only texts. */
function comparedValue(name: string, valueOf: ValueOf): string | null {
  const value = valueOf(name) ?? null;
  if (value !== null && typeof value !== 'string') throw new TemplateError(`eq .${name} compares a text with another type.`);
  return value;
}

/** Whether a condition is true, as in Go's text/template: a missing value equals no text, and `false` is no value. */
function isTrue({ name, equals }: Condition, valueOf: ValueOf): boolean {
  if (equals === undefined) {
    const value = valueOf(name);
    return value === true || (typeof value === 'string' && value !== '');
  }
  const expected = 'text' in equals ? equals.text : comparedValue(equals.name, valueOf);
  return comparedValue(name, valueOf) === expected;
}

function choose(pieces: readonly Piece[], valueOf: ValueOf): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('place' in piece) return written(`.${piece.place.name}${piece.place.isEncoded ? ' | urlquery' : ''}`);
      const branch = piece.branches.find(({ condition }) => !condition || isTrue(condition, valueOf));
      return branch ? choose(branch.pieces, valueOf) : '';
    })
    .join('');
}

/** Checks a template without values. @throws TemplateError that names the wrong action */
export function checkTemplate(template: string): void {
  takePieces(tokensOf(template));
}

/**
 * Resolves the conditions of a template, `{{ if … }}…{{ end }}`, and keeps its placeholders, `{{ .Name }}`.
 * @throws TemplateError that names the wrong action
 */
export function decideChoices(template: string, valueOf: ValueOf): string {
  return choose(takePieces(tokensOf(template)), valueOf);
}

/**
 * Fills the placeholders of a template without conditions. Does not read the inserted values again.
 * @param write returns the value for a name; `inQuery` says whether the placeholder is a value in the query of a URL
 * @throws TemplateError that names the wrong action
 */
export function fillPlaces(template: string, write: (name: string, inQuery: boolean) => string): string {
  let before = '';
  return tokensOf(template)
    .map((token) => {
      if ('action' in token) {
        const { name, isEncoded } = placeOf(token.action);
        return write(name, isEncoded || before.endsWith('='));
      }
      before = token.text;
      return token.text;
    })
    .join('');
}
