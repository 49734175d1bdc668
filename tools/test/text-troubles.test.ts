import path from 'node:path';
import ts from 'typescript';
import { textTroubles } from '../messages/text-troubles.ts';
import { ROOT } from '../repository/repository.ts';

/** As the functions of page-kit are for the type checker. */
const MESSAGES = `
  type Texts = { readonly [key: string]: string | { readonly other: string; readonly [form: string]: string } };
  export function defineMessages<const Catalogue extends Texts>(texts: Catalogue, name?: string): (key: keyof Catalogue & string, values?: object) => string {
    return (key) => String(texts[key]);
  }
  export function addTranslations(catalogues: { readonly [name: string]: Texts }): void {}
`;

const LANGUAGES = `export const languages = { de: () => import('./languages/de.ts') };`;

/** The declarations of the language itself are read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** What is found in a remote that has these files in its folder `src`. */
function troublesOf(files: { readonly [name: string]: string }): readonly string[] {
  const contents = new Map(
    Object.entries({ '../messages.ts': MESSAGES, 'languages.ts': LANGUAGES, ...files }).map(([name, text]) => [path.join(ROOT, 'sample/src', name), text]),
  );
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, strict: true, allowImportingTsExtensions: true, noEmit: true, types: [] };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  // The folders are nowhere, and would not be looked into.
  host.directoryExists = () => true;
  host.fileExists = (name) => contents.has(path.normalize(name)) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = contents.get(path.normalize(name));
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest));
    return libraries.get(name);
  };
  return textTroubles(ts.createProgram({ rootNames: [...contents.keys()], options, host }), ['sample/src']);
}

/** A remote of one catalogue with one use of it. */
function remote({ texts = `{ a: 'A {place}', b: 'B' }`, name = `, 'remote.part'`, comment = '', use, german }: {
  readonly texts?: string;
  readonly name?: string;
  readonly comment?: string;
  readonly use: string;
  /** Without one, there is no translation. */
  readonly german?: string;
}): readonly string[] {
  return troublesOf({
    'texts.ts': `import { defineMessages } from '../messages.ts';\n${comment}\nexport const text = defineMessages(${texts}${name});`,
    'use.ts': `import { text } from './texts.ts';\n${use}`,
    ...(german !== undefined && { 'languages/de.ts': `import { addTranslations } from '../../messages.ts';\nconst german = ${german};\naddTranslations({ 'remote.part': german });` }),
  });
}

const german = `{ a: 'Das {place}', b: 'Zett' }`;

test.each([
  ['asked for by its key', `export const draw = () => text('a') + text('b');`],
  ['asked for by a key that can be several', `export const draw = (key: 'a' | 'b') => text(key);`],
  ['asked for by a key that is put together', "export const draw = (key: 'a') => text(`${key}`) + text(key === 'a' ? 'b' : 'a');"],
  ['handed on', `declare const form: (explain: (key: 'a' | 'b') => string) => void;\nexport const draw = () => form(text);`],
  ['called by another name', `const other = text;\nexport const draw = () => other('a');`],
])('takes texts that are %s', (_, use) => {
  expect(remote({ use, german })).toEqual([]);
});

test('finds texts that nothing uses, also where a type names them', () => {
  expect(remote({ use: `export type Key = Parameters<typeof text>[0];\nexport const draw = () => text('a');`, german })).toEqual([
    'sample/src/texts.ts:3: nothing uses the text “b”',
  ]);
  expect(remote({ use: `declare const form: (explain: (key: 'b') => string) => void;\nform(text);`, german })).toEqual([
    'sample/src/texts.ts:3: nothing uses the text “a”',
  ]);
});

const use = `export const draw = () => text('a') + text('b');`;

test('finds texts without a name, unless a comment says why they stay English', () => {
  expect(remote({ name: '', use })).toEqual([expect.stringContaining('sample/src/texts.ts:3: without a name, nobody can translate these texts')]);
  expect(remote({ name: '', use, comment: '// Not translated: for teams only.' })).toEqual([]);
});

test('finds a name that two catalogues have', () => {
  const second = `import { defineMessages } from '../messages.ts';\nconst more = defineMessages({ c: 'C' }, 'remote.part');\nexport const draw = () => text('a') + text('b') + more('c');`;
  expect(remote({ use: second, german })).toContainEqual('sample/src/use.ts:3: the texts in sample/src/texts.ts:3 are called “remote.part” already');
});

test('finds texts without a translation, and a translation of nothing', () => {
  expect(remote({ use })).toEqual(['sample/src/texts.ts:3: “remote.part” has no translation in “de”']);
  expect(remote({ use, german: `{ a: 'Das {place}' }` })).toEqual(['sample/src/languages/de.ts:2: “b” is not translated']);
  expect(remote({ name: `, 'remote.other'`, use, german })).toEqual([
    'sample/src/texts.ts:3: “remote.other” has no translation in “de”',
    'sample/src/languages/de.ts:2: there are no texts “remote.part” that this could be a translation of',
  ]);
});

test('finds places that a translation lacks or has of its own', () => {
  expect(remote({ use, german: `{ a: 'Das {ort}', b: 'Zett' }` })).toEqual([
    'sample/src/languages/de.ts:2: “a” has {ort}, which English has not',
    'sample/src/languages/de.ts:2: “a” lacks {place}',
  ]);
});

test('lets a form for one number say it in words, but not the form for all', () => {
  const texts = `{ a: { one: '{count} person', other: '{count} people' }, b: 'B' }`;
  expect(remote({ texts, use, german: `{ a: { one: 'eine Person', other: '{count} Personen' }, b: 'Zett' }` })).toEqual([]);
  expect(remote({ texts, use, german: `{ a: { one: 'eine Person', other: 'einige' }, b: 'Zett' }` })).toEqual(['sample/src/languages/de.ts:2: “a” lacks {count}']);
});

test.each([
  ['a constant', `export const TITLE = text('a');`, 2],
  ['an object', `export const TITLES = {\n  a: text('a'),\n};`, 3],
  ['a static field', `export class Titles {\n  static a = text('a');\n}`, 3],
])('finds a text that %s takes while its file is loaded', (_, code, line) => {
  expect(remote({ use: `${code}\n${use}`, german })).toEqual([expect.stringMatching(new RegExp(`^sample/src/use\\.ts:${String(line)}: this text is drawn while its file is loaded`))]);
});

test('takes texts in methods and in fields of objects that are made later', () => {
  expect(remote({ use: `export class Fault extends Error {\n  title = text('a');\n  get more() { return text('b'); }\n}`, german })).toEqual([]);
});
