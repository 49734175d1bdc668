/** @jest-environment node */
import path from 'node:path';
import { readSlotProps } from '../../src/webpack/slot-props.ts';
import { moduleFolder } from './module-folder.ts';

const folders: ReturnType<typeof moduleFolder>[] = [];

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

const ACCOUNT = { name: 'account', slots: { sections: { version: '1.0' } } };

function read(content: string | null, manifest: Parameters<typeof readSlotProps>[1] = ACCOUNT): Readonly<Record<string, string>> {
  const folder = moduleFolder(content === null ? {} : { 'slots.ts': content });
  folders.push(folder);
  return readSlotProps(path.join(folder.root, 'slots.ts'), manifest);
}

function declared(members: string): string {
  return `export {};\ndeclare module '@atrium/page-kit/contract/site' {\n  interface SiteSlots {\n${members}\n  }\n}\n`;
}

test('reads the type of each slot with its comments', () => {
  const content = declared(`
    /**
     * Below the form of the account page.
     */
    'account.sections': {
      /** The signed-in user. */
      readonly userId: string; readonly onChange: (names: readonly string[]) => Promise<void>
    };`);
  expect(read(content)).toEqual({
    sections: [
      '/**',
      ' * Below the form of the account page.',
      ' */',
      '{',
      '    /** The signed-in user. */',
      '    readonly userId: string;',
      '    readonly onChange: (names: readonly string[]) => Promise<void>;',
      '}',
    ].join('\n'),
  });
});

test('is the same however the file is formatted', () => {
  const one = read(declared("'account.sections': { readonly userId: string, readonly kind: 'a' | 'b' };"));
  expect(read(declared("    'account.sections':\n{ readonly userId:   string;\n\n\n readonly kind: | 'a'\n | 'b' }"))).toEqual(one);
});

test('is the same with the line breaks of Windows', () => {
  const content = declared("/**\n * One.\n * Two. */\n'account.sections': {\n/* a\n b */\nreadonly userId: string };");
  expect(read(content.replaceAll('\n', '\r\n'))).toEqual(read(content));
});

test('accepts a module without slots, with and without the file', () => {
  expect(read(null, { name: 'account' })).toEqual({});
  expect(read('export {};', { name: 'account' })).toEqual({});
});

test.each([
  ['built-in types', '{ readonly a: ReadonlyArray<Date>; readonly b: Record<string, AbortSignal>; readonly c: Readonly<{ d: number }> }'],
  ['own type parameters', '{ readonly map: <Item>(items: readonly Item[]) => { readonly [Key in "a" | "b"]: Record<Key, Item> } }'],
  ['no props', '{}'],
])('accepts a type with %s', (_what, type) => {
  expect(Object.keys(read(declared(`'account.sections': ${type};`)))).toEqual(['sections']);
});

test.each<[string, string | null, RegExp]>([
  ['no file', null, /The slot sections has no type\. Create .*slots\.ts with:\n[^]*'account\.sections': \{/],
  ['a slot without a type', declared(''), /has no type for the slot sections\. Add:/],
  ['a slot that the manifest does not declare', declared("'account.sections': {}; 'account.other': {};"), /account\.other, which is not in the module manifest\. Add `other` to `slots`/],
  ["another module's slot", declared("'account.sections': {}; 'home.cards': {};"), /declares the slot home\.cards\. A module declares only its own slots: their names begin with `account\.`/],
  ['a slot that only begins like one of its own', declared("'account.sections': {}; 'account.sections.deep': {};"), /account\.sections\.deep, which is not in the module manifest/],
  ['the same slot twice', declared("'account.sections': {}; 'account.sections': {};"), /account\.sections twice/],
  ['a type of the module', declared("'account.sections': { readonly user: User };"), /use User, which other teams do not have/],
  ['a type of a namespace', declared("'account.sections': { readonly icon: React.ReactNode };"), /use React\.ReactNode/],
  ['an import', declared("'account.sections': { readonly user: import('./user.ts').User };"), /use import\('\.\/user\.ts'\)\.User/],
  ['the type of a value', declared("'account.sections': { readonly user: typeof user };"), /use typeof user/],
  ['a computed name', declared("'account.sections': { readonly [user]: string };"), /use \[user\]/],
  ['a type parameter out of its scope', declared("'account.sections': { readonly a: <Item>() => Item; readonly b: Item };"), /use Item/],
  ['a prop that <Slot> uses itself', declared("'account.sections': { readonly 'name': string };"), /has a prop name, which <Slot> and React use themselves/],
  ['a base type', "export {};\ndeclare module '@atrium/page-kit/contract/site' { interface SiteSlots extends Own { 'account.sections': {} } }", /must not extend a type/],
  ['a method', declared("'account.sections'(): void;"), /Write the slot `'account\.sections'\(\): void;`/],
  ['an optional slot', declared("'account.sections'?: {};"), /Write the slot/],
  ['a type of 4,001 characters', declared(`'account.sections': { ${'readonly a: string; '.repeat(200)} };`), /has \d{4} characters, and 4000 are allowed/],
  ['a syntax error', declared("'account.sections': {"), /is not valid TypeScript/],
  ['no export', "declare module '@atrium/page-kit/contract/site' { interface SiteSlots { 'account.sections': {} } }", /is not a module\. Add `export \{\};`/],
])('rejects %s', (_what, content, reason) => {
  expect(() => read(content)).toThrow(reason);
});
