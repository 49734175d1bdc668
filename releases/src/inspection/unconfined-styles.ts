import type { RemoteKind } from '../model/remote-kind.ts';
import { MODULE_ATTRIBUTE } from '../wire/module-attribute.ts';
import { reachOf, reachOfList, type Reach, type Surroundings } from './selector-reach.ts';
import { listOf, parseStyleSheet, RULE_GROUPS, statementsOf, StyleSheetError, type Piece, type Statement } from './style-sheet.ts';

/** The limit for all style sheets of a module. Parsing a megabyte takes a second, also on the server. */
const MAX_BYTES = 500_000;

/** The maximum number of findings: a library's style sheet can have hundreds of rules with the same problem. */
const MAX_FINDINGS = 10;

/** The maximum length of a quoted selector. */
const MAX_QUOTE = 80;

/** At-rules whose names are global in the document. */
const GLOBAL_NAMES = /^(?:(?:-webkit-|-moz-|-o-)?keyframes|counter-style|property|position-try|font-palette-values)$/;

/** A problem and its position in a style sheet. */
interface Problem {
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds rules in a page module's style sheets that match elements outside the module. The shell and the auth remote may
 * style the whole site.
 *
 * @returns sentence parts for the gate, each with the file and the line
 */
export function unconfinedStyles({ name, kind }: { readonly name: string; readonly kind: RemoteKind }, files: ReadonlyMap<string, Buffer>): string[] {
  if (kind !== 'page-module') return [];
  const sheets = [...files].filter(([path]) => /\.css$/i.test(path));
  const bytes = sheets.reduce((sum, [, { length }]) => sum + length, 0);
  if (bytes > MAX_BYTES) {
    return [`its style sheets have ${Math.ceil(bytes / 1000)} kB, and ${MAX_BYTES / 1000} kB are allowed: take out what it does not use`];
  }
  const found = sheets.flatMap(([path, content]) => unconfinedIn(name, content).map((problem) => `${path}:${problem}`));
  const more = found.length - MAX_FINDINGS;
  return more > 0 ? [...found.slice(0, MAX_FINDINGS), `${more} more rules of its style sheets are not confined to the module`] : found;
}

/**
 * Finds rules in one style sheet that match elements outside the module.
 * @returns the line and the problem, in the order of the lines
 */
export function unconfinedIn(name: string, content: Buffer): string[] {
  let css: string;
  try {
    css = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return ['1 is not UTF-8: save it as UTF-8'];
  }
  let [line, counted] = [1, 0];
  return problemsIn(name, css).map(({ offset, message }) => {
    for (; counted < offset; counted += 1) if (css[counted] === '\n') line += 1;
    return `${line} ${message}`;
  });
}

function problemsIn(name: string, css: string): Problem[] {
  // The classes of the site itself have these prefixes.
  const isOwn = (given: string): boolean => given.startsWith(`${name}-`) && name !== 'atrium' && name !== 'shell';
  try {
    return new Inspector(name, isOwn, css).problems(parseStyleSheet(css), { isOwn, scoped: false, nested: false });
  } catch (error) {
    if (error instanceof StyleSheetError) return [{ offset: error.offset, message: `${error.message}: correct it` }];
    throw error;
  }
}

class Inspector {
  readonly #name: string;
  readonly #isOwn: (name: string) => boolean;
  readonly #css: string;

  constructor(name: string, isOwn: (name: string) => boolean, css: string) {
    this.#name = name;
    this.#isOwn = isOwn;
    this.#css = css;
  }

  problems(statements: readonly Statement[], surroundings: Surroundings): Problem[] {
    return statements.flatMap((statement) =>
      statement.at === null ? this.#ofRule(statement, surroundings) : this.#ofAtRule(statement, statement.at, surroundings),
    );
  }

  #ofRule(rule: Statement, surroundings: Surroundings): Problem[] {
    if (rule.block === null) return surroundings.nested ? [] : [{ offset: rule.start, message: `"${this.#quote(rule)}" is not a valid rule: correct it` }];
    const bad = listOf(rule.prelude).flatMap((selector): Problem[] => {
      const reach = reachOf(selector, surroundings);
      const place = { start: selector[0]?.start ?? rule.start, end: selector.at(-1)?.end ?? rule.start };
      return reach === 'confined' ? [] : [{ offset: place.start, message: `"${this.#quote(place)}" ${this.#reason(reach)}` }];
    });
    return [...bad, ...this.problems(statementsOf(rule.block.pieces, true), { ...surroundings, nested: true })];
  }

  #reason(reach: Exclude<Reach, 'confined'>): string {
    if (reach === 'malformed') return 'is not a valid selector: correct it';
    if (reach === 'document') return 'styles the whole document: style an element of the module';
    return `is not confined to the module: begin it with a class of a *.module.css, which becomes .${this.#name}-…`;
  }

  #ofAtRule(rule: Statement, at: string, surroundings: Surroundings): Problem[] {
    if (RULE_GROUPS.includes(at)) return this.#ofGroup(rule, at, surroundings);
    const problem = (message: string): Problem[] => [{ offset: rule.start, message: `"@${at}" ${message}` }];
    if (at === 'charset') return /^utf-8$/i.test(rule.prelude[0]?.value ?? '') ? [] : problem('names another encoding than UTF-8');
    if (GLOBAL_NAMES.test(at)) return this.#isOwnName(rule.prelude) ? [] : problem(`has a name that the whole site shares: begin it with ${this.#name}-`);
    if (at === 'font-face') {
      return familiesOf(rule).every((family) => this.#isOwnName(family)) ? [] : problem(`has a font-family that the whole site shares: begin it with ${this.#name}-`);
    }
    return problem('acts on the whole site: leave it out');
  }

  #ofGroup(rule: Statement, at: string, surroundings: Surroundings): Problem[] {
    const names = at === 'layer' && rule.prelude.length > 0 ? listOf(rule.prelude) : [];
    const shared: Problem[] = names
      .filter((name) => !this.#isOwnName(name))
      .map(() => ({ offset: rule.start, message: `"@layer" has a name that the whole site shares: begin it with ${this.#name}-` }));
    if (rule.block === null) return shared;
    if (at !== 'scope') return [...shared, ...this.problems(statementsOf(rule.block.pieces, surroundings.nested), surroundings)];
    const scoped = surroundings.scoped || this.#isOwnScope(rule, surroundings);
    return this.problems(statementsOf(rule.block.pieces, false), { ...surroundings, scoped, nested: false });
  }

  /** Whether the root of an `@scope` is an element of the module, or the one that the shell renders around it. */
  #isOwnScope({ prelude }: Statement, surroundings: Surroundings): boolean {
    const [root] = prelude;
    if (root?.kind !== '(') return false;
    const [attribute, ...others] = root.pieces.filter(({ kind }) => kind !== 'space');
    if (attribute?.kind === '[' && others.length === 0) {
      const [name, equals, value] = attribute.pieces;
      return name?.value === MODULE_ATTRIBUTE && equals?.value === '=' && value?.value === this.#name && attribute.pieces.length === 3;
    }
    return reachOfList(root.pieces, surroundings) === 'confined';
  }

  /** Custom names have two hyphens before the module's name. */
  #isOwnName([first]: readonly Piece[]): boolean {
    return (first?.kind === 'ident' || first?.kind === 'string') && this.#isOwn(first.value.replace(/^--/, ''));
  }

  #quote({ start, end }: { readonly start: number; readonly end: number }): string {
    const text = this.#css.slice(start, end).replaceAll(/\s+/g, ' ');
    return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
  }
}

/** The values of each `font-family` in a `@font-face`. */
function familiesOf({ block }: Statement): Piece[][] {
  return statementsOf(block?.pieces ?? [], true).flatMap(({ prelude }) => {
    const [property, colon, ...value] = prelude.filter(({ kind }) => kind !== 'space');
    return property?.value.toLowerCase() === 'font-family' && colon?.kind === 'colon' ? [value] : [];
  });
}
