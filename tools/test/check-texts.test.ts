import path from 'node:path';
import ts from 'typescript';
import { textFaults } from '../messages/check-texts.ts';
import { ROOT } from '../repository/repository.ts';

/** Declarations of the functions of page-kit that the check looks for. */
const MESSAGES = `
  type Texts = { readonly [key: string]: string | { readonly other: string; readonly [form: string]: string } };
  export function defineMessages<const Catalogue extends Texts>(texts: Catalogue, name?: string): (key: keyof Catalogue & string, values?: object) => string {
    return (key) => String(texts[key]);
  }
  export function addTranslations(catalogues: { readonly [name: string]: Texts }): void {}
`;

const LANGUAGES = `export const languages = { de: () => import('./languages/de.ts') };`;

/** The declarations of TypeScript itself, which are read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The faults in a remote with these files in its folder `src`. */
function faultsOf(files: { readonly [name: string]: string }): readonly string[] {
  const contents = new Map(
    Object.entries({ '../messages.ts': MESSAGES, 'languages.ts': LANGUAGES, ...files }).map(([name, text]) => [path.join(ROOT, 'sample/src', name), text]),
  );
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, strict: true, allowImportingTsExtensions: true, noEmit: true, types: [] };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  // The folders do not exist on the disk, so the compiler would skip them.
  host.directoryExists = () => true;
  host.fileExists = (name) => contents.has(path.normalize(name)) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = contents.get(path.normalize(name));
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest));
    return libraries.get(name);
  };
  return textFaults(ts.createProgram({ rootNames: [...contents.keys()], options, host }), ['sample/src']);
}

/** The faults in a remote with one catalogue and one use of it. */
function remote({ texts = `{ a: 'A {place}', b: 'B' }`, name = `, 'remote.part'`, comment = '', use, german }: {
  readonly texts?: string;
  readonly name?: string;
  readonly comment?: string;
  readonly use: string;
  /** By default, there is no translation. */
  readonly german?: string;
}): readonly string[] {
  return faultsOf({
    'texts.ts': `import { defineMessages } from '../messages.ts';\n${comment}\nexport const text = defineMessages(${texts}${name});`,
    'use.ts': `import { text } from './texts.ts';\n${use}`,
    ...(german !== undefined && { 'languages/de.ts': `import { addTranslations } from '../../messages.ts';\nconst german = ${german};\naddTranslations({ 'remote.part': german });` }),
  });
}

const GERMAN = `{ a: 'Das {place}', b: 'Zett' }`;

test.each([
  ['used by their key', `export const draw = () => text('a') + text('b');`],
  ['used by a key of several values', `export const draw = (key: 'a' | 'b') => text(key);`],
  ['used by a computed key', "export const draw = (key: 'a') => text(`${key}`) + text(key === 'a' ? 'b' : 'a');"],
  ['passed to a function', `declare const form: (explain: (key: 'a' | 'b') => string) => void;\nexport const draw = () => form(text);`],
  ['imported under another name', `import { text as words } from './texts.ts';\nexport const draw = () => words('a') + words('b');`],
  ['used under another name', `const other = text;\nexport const draw = () => other('a');`],
])('accepts texts that are %s', (_, use) => {
  expect(remote({ use, german: GERMAN })).toEqual([]);
});

test('refuses an import of defineMessages under another name, by which it does not find catalogues', () => {
  expect(() => faultsOf({ 'texts.ts': `import { defineMessages as define } from '../messages.ts';\nexport const text = define({ a: 'A' }, 'part');` })).toThrow('sample/src/texts.ts:1: import defineMessages under its own name');
});

test('finds unused texts, also if a type names them', () => {
  expect(remote({ use: `export type Key = Parameters<typeof text>[0];\nexport const draw = () => text('a');`, german: GERMAN })).toEqual([
    'sample/src/texts.ts:3: nothing uses the text “b”',
  ]);
  expect(remote({ use: `declare const form: (explain: (key: 'b') => string) => void;\nform(text);`, german: GERMAN })).toEqual([
    'sample/src/texts.ts:3: nothing uses the text “a”',
  ]);
});

const USE = `export const draw = () => text('a') + text('b');`;

test('finds texts without a name, unless a comment says why they are not translated', () => {
  expect(remote({ name: '', use: USE })).toEqual([expect.stringContaining('sample/src/texts.ts:3: texts without a name cannot be translated')]);
  expect(remote({ name: '', use: USE, comment: '// Not translated: for teams only.' })).toEqual([]);
});

test('finds a name of two catalogues', () => {
  const second = `import { defineMessages } from '../messages.ts';\nconst more = defineMessages({ c: 'C' }, 'remote.part');\nexport const draw = () => text('a') + text('b') + more('c');`;
  expect(remote({ use: second, german: GERMAN })).toContainEqual('sample/src/use.ts:3: the texts in sample/src/texts.ts:3 have the name “remote.part” already');
});

test('finds texts without a translation, and a translation without texts', () => {
  expect(remote({ use: USE })).toEqual(['sample/src/texts.ts:3: “remote.part” has no translation in “de”']);
  expect(remote({ use: USE, german: `{ a: 'Das {place}' }` })).toEqual(['sample/src/languages/de.ts:2: “b” is not translated']);
  expect(remote({ name: `, 'remote.other'`, use: USE, german: GERMAN })).toEqual([
    'sample/src/texts.ts:3: “remote.other” has no translation in “de”',
    'sample/src/languages/de.ts:2: this translates the texts “remote.part”, which do not exist',
  ]);
});

test('finds placeholders that a translation lacks or adds', () => {
  expect(remote({ use: USE, german: `{ a: 'Das {ort}', b: 'Zett' }` })).toEqual([
    'sample/src/languages/de.ts:2: “a” has {ort}, which the English text does not have',
    'sample/src/languages/de.ts:2: “a” lacks {place}',
  ]);
});

test('lets a form for one number spell it out, but not the form for all numbers', () => {
  const texts = `{ a: { one: '{count} person', other: '{count} people' }, b: 'B' }`;
  expect(remote({ texts, use: USE, german: `{ a: { one: 'eine Person', other: '{count} Personen' }, b: 'Zett' }` })).toEqual([]);
  expect(remote({ texts, use: USE, german: `{ a: { one: 'eine Person', other: 'einige' }, b: 'Zett' }` })).toEqual(['sample/src/languages/de.ts:2: “a” lacks {count}']);
});

test.each([
  ['a constant', `export const TITLE = text('a');`, 2],
  ['an object', `export const TITLES = {\n  a: text('a'),\n};`, 3],
  ['a static field', `export class Titles {\n  static a = text('a');\n}`, 3],
])('finds a text that %s renders while its file loads', (_, code, line) => {
  expect(remote({ use: `${code}\n${USE}`, german: GERMAN })).toEqual([expect.stringMatching(new RegExp(`^sample/src/use\\.ts:${String(line)}: this text is rendered while its file loads`))]);
});

test('accepts texts in methods and in fields of objects', () => {
  expect(remote({ use: `export class Fault extends Error {\n  title = text('a');\n  get more() { return text('b'); }\n}`, german: GERMAN })).toEqual([]);
});
