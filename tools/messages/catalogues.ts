import ts from 'typescript';
import { eachNode, objectOf, placeOf, propertiesOf, symbolOf, type Sources } from './sources.ts';

/** A text: one string for each of its plural forms. A text without plural forms has only `other`. */
export type TextForms = ReadonlyMap<string, string>;

/** The English texts of a call of `defineMessages`. */
export interface Catalogue {
  /** The function that returns its texts. */
  readonly symbol: ts.Symbol;
  /** The name for its translations; null if it has none. */
  readonly name: string | null;
  readonly texts: ReadonlyMap<string, TextForms>;
  /** Whether a comment says why it is not translated. */
  readonly staysEnglish: boolean;
  readonly place: string;
}

/** A catalogue in another language. */
export interface TranslatedCatalogue {
  /** Name of the English catalogue. */
  readonly name: string;
  readonly texts: ReadonlyMap<string, TextForms>;
  readonly place: string;
}

/** Finds every `const text = defineMessages(…)`. */
export function cataloguesIn({ checker, files }: Sources): readonly Catalogue[] {
  const found: Catalogue[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && (node.propertyName?.text === 'defineMessages' || node.propertyName?.text === 'addTranslations')) {
      throw new TypeError(`${placeOf(node)}: import ${node.propertyName.text} under its own name`);
    }
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return;
    const { arguments: given } = node.initializer;
    if (!isCallOf('defineMessages', node.initializer)) return;
    const symbol = symbolOf(checker, node.name);
    const object = objectOf(checker, given[0]);
    if (!symbol || !object) throw new TypeError(`${placeOf(node)}: pass the texts to defineMessages as an object literal`);
    const name = given[1] && ts.isStringLiteral(given[1]) ? given[1].text : null;
    found.push({ symbol, name, texts: textsIn(checker, object), staysEnglish: saysWhyEnglish(node), place: placeOf(node) });
  };
  for (const file of files) eachNode(file, visit);
  return found;
}

function isCallOf(name: string, { expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === name;
}

/** Finds the translations that `languages/TAG.ts` of a remote adds, or `messages.TAG.ts` of a part, by the tags of each `languages.ts`. */
export function translationsIn(sources: Sources): ReadonlyMap<string, readonly TranslatedCatalogue[]> {
  return new Map(tagsIn(sources).map((tag) => [tag, translationsTo(tag, sources)]));
}

function tagsIn({ checker, files }: Sources): readonly string[] {
  const tags = new Set<string>();
  for (const file of files.filter(({ fileName }) => fileName.endsWith('/languages.ts'))) {
    eachNode(file, (node) => {
      if (!ts.isVariableDeclaration(node) || node.name.getText(file) !== 'languages') return;
      const object = objectOf(checker, node.initializer);
      for (const tag of object ? propertiesOf(object).keys() : []) tags.add(tag);
    });
  }
  return [...tags];
}

function translationsTo(tag: string, { checker, files }: Sources): readonly TranslatedCatalogue[] {
  const found: TranslatedCatalogue[] = [];
  for (const file of files.filter(({ fileName }) => fileName.endsWith(`/languages/${tag}.ts`) || fileName.endsWith(`/messages.${tag}.ts`))) {
    eachNode(file, (node) => {
      if (!ts.isCallExpression(node) || !isCallOf('addTranslations', node)) return;
      const catalogues = objectOf(checker, node.arguments[0]);
      for (const [name, value] of catalogues ? propertiesOf(catalogues) : []) {
        const object = objectOf(checker, value);
        if (object) found.push({ name, texts: textsIn(checker, object), place: placeOf(object) });
      }
    });
  }
  return found;
}

function textsIn(checker: ts.TypeChecker, object: ts.ObjectLiteralExpression): ReadonlyMap<string, TextForms> {
  return new Map([...propertiesOf(object)].map(([key, value]) => [key, formsOf(checker, value)]));
}

function formsOf(checker: ts.TypeChecker, value: ts.Expression): TextForms {
  if (ts.isStringLiteralLike(value)) return new Map([['other', value.text]]);
  const object = objectOf(checker, value);
  if (!object) throw new TypeError(`${placeOf(value)}: a text must be a string, or an object of its plural forms`);
  return new Map([...propertiesOf(object)].flatMap(([form, text]) => (ts.isStringLiteralLike(text) ? [[form, text.text] as const] : [])));
}

function saysWhyEnglish(declaration: ts.VariableDeclaration): boolean {
  const source = declaration.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(source, declaration.parent.parent.getFullStart()) ?? [];
  return ranges.some(({ pos, end }) => /Not translated: \w/.test(source.slice(pos, end)));
}
