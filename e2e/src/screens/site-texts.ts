import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../../tools/repository/repository.ts';

/** The languages of the screens: with the shortest words, with the longest words, and from right to left. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;

/** A language of the site. */
export type Language = (typeof LANGUAGES)[number];

/** Translates an English text of the site and fills in its placeholders. */
export type Say = (english: string, values?: Readonly<Record<string, string>>) => string;

const FOLDERS = ['shell/src', 'page-kit/src/ui', 'page-kit/src/primitives', 'auth-core/src', 'auth-remote/src', 'pages-remote/account/src', 'pages-remote/workspace/src'];

/**
 * Reads the texts of a language from the message files, by their English texts, so that one list of screens works for all languages.
 * The files are parsed instead of imported, because their modules need the document of a page.
 */
export function siteTexts(language: Language): Say {
  const words = language === 'en' ? new Map<string, Set<string>>() : readTranslations(language);
  return (english, values = {}) => {
    const [text = english, other] = [...(words.get(english) ?? [])];
    if (other !== undefined) throw new Error(`“${english}” has several translations in ${language} (“${text}”, “${other}”). Look for another text on that screen.`);
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  };
}

function readTranslations(language: Exclude<Language, 'en'>): ReadonlyMap<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  const learn = (english: string, translated: string) => words.set(english, (words.get(english) ?? new Set()).add(translated));
  const files = FOLDERS.flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)));
  for (const file of files.filter((name) => name.endsWith(`messages.${language}.ts`))) {
    for (const { english, translated } of translationsIn(file)) {
      for (const [key, text] of english) learn(text, translated.get(key) ?? text);
    }
  }
  for (const file of files.filter((name) => name.endsWith('manifest.ts'))) {
    const texts = textsBelow(parse(file));
    for (const [key, english] of texts) if (key.endsWith('.en')) learn(english, texts.get(key.replace(/en$/, language)) ?? english);
  }
  return words;
}

interface Translation {
  readonly english: ReadonlyMap<string, string>;
  readonly translated: ReadonlyMap<string, string>;
}

/** Each `const german: Translation<typeof english>` of a language file, with the texts of the constant that it translates. */
function translationsIn(file: string): Translation[] {
  const source = parse(file);
  const sources = new Map(source.statements.filter(ts.isImportDeclaration).flatMap((statement) => importedNames(statement).map((name) => [name, specifierOf(statement)])));
  return constantsOf(source).flatMap(({ type, initializer }) => {
    const [argument] = type && ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
    if (!initializer || !argument || !ts.isTypeQueryNode(argument) || !ts.isIdentifier(argument.exprName)) return [];
    const name = argument.exprName.text;
    const original = path.join(path.dirname(file), sources.get(name) ?? '');
    return [{ english: textsBelow(definitionOf(name, parse(original))), translated: textsBelow(initializer) }];
  });
}

/** The value of a constant; that of the other constant in `const name = defineMessages(other)`. */
function definitionOf(name: string, source: ts.SourceFile): ts.Expression {
  const value = constantsOf(source).find((constant) => ts.isIdentifier(constant.name) && constant.name.text === name)?.initializer;
  if (!value) throw new Error(`${source.fileName} does not define ${name}, which a language file translates.`);
  const [argument] = ts.isCallExpression(value) ? value.arguments : [];
  return argument && ts.isIdentifier(argument) ? definitionOf(argument.text, source) : value;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
}

function constantsOf(source: ts.SourceFile): ts.VariableDeclaration[] {
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
}

function specifierOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
}

/** The texts in a part of a file, by the path of their properties. */
function textsBelow(part: ts.Node): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: ts.Node, under: string): void => {
    const name = ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? `${under}.${node.name.text}` : under;
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) texts.set(name, node.initializer.text);
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(part, '');
  return texts;
}
