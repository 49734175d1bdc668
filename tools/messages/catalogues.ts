import ts from 'typescript';
import { eachNode, objectOf, placeOf, propertiesOf, symbolOf, type Sources } from './sources.ts';

/** A text: one for each of its plural forms, or one alone, which is `other`. */
export type TextForms = ReadonlyMap<string, string>;

/** The English texts that a call of `defineMessages` gets. */
export interface Catalogue {
  /** The function that gives its texts. */
  readonly symbol: ts.Symbol;
  /** By which it is translated; null where it is not. */
  readonly name: string | null;
  readonly texts: ReadonlyMap<string, TextForms>;
  /** A comment says why there is no translation of it. */
  readonly staysEnglish: boolean;
  readonly place: string;
}

/** Finds every `const text = defineMessages(…)`. */
export function cataloguesIn({ checker, files }: Sources): readonly Catalogue[] {
  const found: Catalogue[] = [];
  const take = (node: ts.Node): void => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return;
    const { expression, arguments: given } = node.initializer;
    if (symbolOf(checker, expression)?.name !== 'defineMessages') return;
    const symbol = symbolOf(checker, node.name);
    const object = objectOf(checker, given[0]);
    if (!symbol || !object) throw new TypeError(`${placeOf(node)}: defineMessages wants an object of texts that is written out`);
    const name = given[1] && ts.isStringLiteral(given[1]) ? given[1].text : null;
    found.push({ symbol, name, texts: textsIn(checker, object), staysEnglish: saysWhyEnglish(node), place: placeOf(node) });
  };
  for (const file of files) eachNode(file, take);
  return found;
}

/** The texts of an object, English ones or a translation. */
export function textsIn(checker: ts.TypeChecker, object: ts.ObjectLiteralExpression): ReadonlyMap<string, TextForms> {
  return new Map([...propertiesOf(object)].map(([key, value]) => [key, formsOf(checker, value)]));
}

function formsOf(checker: ts.TypeChecker, value: ts.Expression): TextForms {
  if (ts.isStringLiteralLike(value)) return new Map([['other', value.text]]);
  const object = objectOf(checker, value);
  if (!object) throw new TypeError(`${placeOf(value)}: a text is one string, or an object of its plural forms`);
  return new Map([...propertiesOf(object)].flatMap(([form, text]) => (ts.isStringLiteralLike(text) ? [[form, text.text] as const] : [])));
}

function saysWhyEnglish(declaration: ts.VariableDeclaration): boolean {
  const source = declaration.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(source, declaration.parent.parent.getFullStart()) ?? [];
  return ranges.some(({ pos, end }) => /Not translated: \w/.test(source.slice(pos, end)));
}
