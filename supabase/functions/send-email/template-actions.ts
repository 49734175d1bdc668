// The embedded backend (`local-supabase/src/auth/mail`) imports this file too. It lies here because a deployed function has
// only the files below `functions`. So it uses nothing that Deno or Node alone provides.

/** A template of a mail cannot be read; the message names the action. Nothing of a person is in it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** What stands for a name of a template; undefined where there is nothing. */
export type ValueOf = (name: string) => unknown;

type Token = { readonly text: string } | { readonly action: string };

/** Whether there is a value; with `equals`, whether it is this text, or the value of this other name. */
interface Condition {
  readonly name: string;
  readonly equals: { readonly text: string } | { readonly name: string } | undefined;
}

/** What a template says under a condition; without one, where no other is true. */
interface Branch {
  readonly condition: Condition | undefined;
  readonly pieces: readonly Piece[];
}

type Piece = { readonly text: string } | { readonly place: string } | { readonly branches: readonly Branch[] };

const start = '{{';
const end = '}}';

/** Splits a template into its text and its actions. @throws TemplateError for an action without its end */
function tokensOf(template: string): Token[] {
  const [before = '', ...rest] = template.split(start);
  return [
    { text: before },
    ...rest.flatMap((part): Token[] => {
      const at = part.indexOf(end);
      if (at < 0) throw new TemplateError(`${start}${part.slice(0, 30).replace(/\s+/g, ' ')} has no ${end}. Add it.`);
      return [{ action: part.slice(0, at).trim() }, { text: part.slice(at + end.length) }];
    }),
  ];
}

function written(action: string): string {
  return `${start} ${action.replace(/\s+/g, ' ')} ${end}`;
}

/** The name in `.Name` or `.Data.name`; undefined for anything else. */
function nameIn(action: string): string | undefined {
  return /^\.([A-Za-z_]\w*(?:\.\w+)*)$/.exec(action)?.[1];
}

function placeOf(action: string): string {
  const name = nameIn(action);
  if (name === undefined) throw new TemplateError(`${written(action)} is not known here. Write .Name, if .Name, if eq .Name "text", if eq .Name .Other, else if, else, or end.`);
  return name;
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

/** Takes tokens up to what divides or ends the block that they are in. @param opening action of that block, if they are in one */
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

/** The value of a name as `eq` compares it: texts only. */
function comparedValue(name: string, valueOf: ValueOf): string | null {
  const value = valueOf(name) ?? null;
  if (value !== null && typeof value !== 'string') throw new TemplateError(`eq .${name} compares a text with what is none.`);
  return value;
}

/** Whether a condition is true, as in Go's text/template: what is not there is equal to no text. */
function isTrue({ name, equals }: Condition, valueOf: ValueOf): boolean {
  if (equals === undefined) {
    const value = valueOf(name);
    return typeof value === 'string' && value !== '';
  }
  const expected = 'text' in equals ? equals.text : comparedValue(equals.name, valueOf);
  return comparedValue(name, valueOf) === expected;
}

function choose(pieces: readonly Piece[], valueOf: ValueOf): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('place' in piece) return written(`.${piece.place}`);
      const branch = piece.branches.find(({ condition }) => !condition || isTrue(condition, valueOf));
      return branch ? choose(branch.pieces, valueOf) : '';
    })
    .join('');
}

/** Reads a template without values. @throws TemplateError naming what is wrong in it */
export function checkTemplate(template: string): void {
  takePieces(tokensOf(template));
}

/**
 * Decides the choices of a template, `{{ if … }}…{{ end }}`, and leaves its places, `{{ .Name }}`. No value is written.
 * @throws TemplateError naming what is wrong in it
 */
export function decideChoices(template: string, valueOf: ValueOf): string {
  return choose(takePieces(tokensOf(template)), valueOf);
}

/**
 * Fills the places of a template that has no choices any more. What is written is not read again.
 * @param write gets the name, and whether the place is the value of a query in an address
 * @throws TemplateError naming what is wrong in it
 */
export function fillPlaces(template: string, write: (name: string, inQuery: boolean) => string): string {
  let before = '';
  return tokensOf(template)
    .map((token) => {
      if ('action' in token) return write(placeOf(token.action), before.endsWith('='));
      before = token.text;
      return token.text;
    })
    .join('');
}
