import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../../scripts/site-parts.ts';

/** The languages in which every screen is looked at: the shortest words, the longest, and those from right to left. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;

/** A language of the site. */
export type Language = (typeof LANGUAGES)[number];

/** Says an English text of the site as it stands on screen, with its places filled. */
export type Say = (english: string, values?: Readonly<Record<string, string>>) => string;

const FOLDERS = ['shell/src', 'page-kit/src/ui', 'page-kit/src/primitives', 'auth-remote/src', 'pages-remote/account/src', 'pages-remote/workspace/src'];

/**
 * Reads the texts of one language from the message files, by the English ones, so that one list of screens does for all.
 * They are parsed and not imported: in their modules they belong to the document of a page.
 */
export function siteTexts(language: Language): Say {
  const words = language === 'en' ? new Map<string, Set<string>>() : readTranslations(language);
  return (english, values = {}) => {
    const [text = english, other] = [...(words.get(english) ?? [])];
    if (other !== undefined) throw new Error(`“${english}” is said in several ways in ${language} (“${text}”, “${other}”): look for something else on that screen.`);
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  };
}

function readTranslations(language: Exclude<Language, 'en'>): ReadonlyMap<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  const learn = (english: string, translated: string) => words.set(english, (words.get(english) ?? new Set()).add(translated));
  const files = FOLDERS.flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)));
  for (const file of files.filter((name) => name.endsWith('messages.ts'))) {
    const beside = file.replace(/\.ts$/, `.${language}.ts`);
    // What only teams read has no translation.
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

/** The texts of a file by the names of the properties that they stand under. */
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
