import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  for (const file of files.filter((name) => name.endsWith('messages.ts'))) {
    const beside = file.replace(/\.ts$/, `.${language}.ts`);
    // Texts that only teams read have no translation.
    if (!existsSync(path.join(ROOT, beside))) continue;
    const translations = textsOf(beside);
    for (const [key, english] of textsOf(file)) learn(english, translations.get(key) ?? english);
  }
  for (const file of files.filter((name) => name.endsWith('manifest.ts'))) {
    const texts = textsOf(file);
    for (const [key, english] of texts) if (key.endsWith('.en')) learn(english, texts.get(key.replace(/en$/, language)) ?? english);
  }
  return words;
}

/** The texts of a file, by the path of their properties. */
function textsOf(file: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: ts.Node, under: string): void => {
    const name = ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? `${under}.${node.name.text}` : under;
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) texts.set(name, node.initializer.text);
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest), '');
  return texts;
}
