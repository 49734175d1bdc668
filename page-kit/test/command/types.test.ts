/** @jest-environment node */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { moduleFolder } from '../webpack/module-folder.ts';
import { atrium, atriumJson, atriumProcess } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(60_000);

let store: string;

beforeAll(async () => {
  store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), pageBuild('orders', '/orders/:order/lines/:line'), pageBuild('sales', '/sales/*')]) await seed(store, writeBuild(build));
});

function pagesIn(folder: string): string[] {
  return readFileSync(path.join(folder, 'site-pages.d.ts'), 'utf8').split('\n').filter((line) => /^ {4}'/.test(line)).map((line) => line.trim());
}

test('declares the pages of the site with their parameters, and changes nothing in a second run', async () => {
  const folder = newFolder();
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 0, json: { pages: 2, changed: true, file: path.join(folder, 'site-pages.d.ts') } });
  expect(pagesIn(folder)).toEqual([
    expect.stringMatching(/^'orders\.\w+': \{ readonly order: string; readonly line: string \};$/),
    expect.stringMatching(/^'sales\.\w+': \{ readonly '\*'\?: string \};$/),
  ]);
  // In a process of its own, which has to end: no browser test runs this command.
  expect(await atriumJson(folder, ['types', '--store', store], {}, atriumProcess)).toMatchObject({ code: 0, json: { changed: false } });
});

test('takes the module’s own pages from its manifest, not from its live release', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'src'));
  const manifest = path.join(folder, 'src/manifest.ts');
  writeFileSync(manifest, "export const manifest = { name: 'orders', routes: { all: '/orders' } };");
  expect(await atrium(folder, ['types', '--store', store])).toMatchObject({ code: 0 });
  expect(pagesIn(folder)).toEqual(["'orders.all': Record<never, string>;", expect.stringMatching(/^'sales\./)]);
  writeFileSync(manifest, 'export const manifest = {');
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 1, json: { error: { code: 'bad-module-manifest' } } });
});

test('requires a site or a folder of releases', async () => {
  expect(await atriumJson(newFolder(), ['types'])).toMatchObject({ code: 1, json: { error: { code: 'no-store' } } });
});

test('reports an unreachable site, without asking for a token', async () => {
  const { code, err } = await atrium(newFolder(), ['types', '--site', 'http://127.0.0.1:9']);
  expect([code, err]).toEqual([1, expect.stringContaining('127.0.0.1:9')]);
  expect(err).not.toContain('ATRIUM_TOKEN');
});

describe('the slots of a site', () => {
  const USER = "/** Below the form. */\n{\n    /** The signed-in user. */\n    readonly userId: string;\n}";
  const slots = { sections: { version: '1.2' } };

  let withSlots: string;

  beforeAll(async () => {
    withSlots = path.join(newFolder(), 'releases');
    const builds = [
      shellBuild(),
      pageBuild('account', '/account', { contributed: { slots }, slotProps: { sections: USER } }),
      pageBuild('home', '/', { contributed: { slots: { cards: { version: '1.0' }, evil: { version: '1.0' } } }, slotProps: { cards: '{}', evil: '{} } } declare global { const stolen: 1; interface Window { a: {' } }),
      pageBuild('plain', '/plain'),
    ];
    for (const build of builds) await seed(withSlots, writeBuild(build));
  });

  const declared = (folder: string) => readFileSync(path.join(folder, 'site-pages.d.ts'), 'utf8').replace(/^[^]*interface SiteSlots/, 'interface SiteSlots');

  test('are declared with their doc comments, without the module’s own', async () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src/manifest.ts'), "export const manifest = { name: 'home', routes: {} };");
    const fromFolder = await atriumJson(folder, ['types', '--store', withSlots]);
    expect(fromFolder).toMatchObject({ code: 0, json: { slots: 1, unusable: [] } });
    const text = declared(folder);
    expect(text).toBe([
      'interface SiteSlots {', '    /** Below the form. */', "    'account.sections': {", '        /** The signed-in user. */', '        readonly userId: string;', '    };', '  }', '}', '',
    ].join('\n'));
  });

  test('are left out if a release that was built without the preset has an invalid type', async () => {
    const folder = newFolder();
    expect(await atrium(folder, ['types', '--store', withSlots])).toMatchObject({ code: 0, out: expect.stringContaining('Left out the slot home.evil') as string });
    expect(declared(folder)).not.toContain('stolen');
  });

  test('make a wrong prop a type error of the other team', async () => {
    const card = (props: string) => `export default function Plan({ userId }: ${props}) { return userId; }`;
    const folder = moduleFolder({
      'src/manifest.ts': `import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
        export const manifest = defineModuleManifest({
          name: 'billing', contract: '^2.0', title: { en: 'Billing' }, routes: {}, navigation: [],
          extensions: { plan: { slot: 'account.sections', slotVersion: '1.2', title: { en: 'Plan' }, size: { height: 80 } } },
        });`,
      'src/right.tsx': card('{ readonly userId: string }'),
      'src/wrong.tsx': card('{ readonly userId: number }'),
      'src/module.ts': `import { definePageModule } from '@atrium/page-kit/contract/page-module';
        import { manifest } from './manifest.ts';
        export const right = definePageModule(manifest, { routes: {}, extensions: { plan: () => import('./right.tsx') } });
        export const wrong = definePageModule(manifest, { routes: {}, extensions: { plan: () => import('./wrong.tsx') } });`,
    });
    try {
      expect(await atrium(folder.root, ['types', '--store', withSlots])).toMatchObject({ code: 0 });
      const files = ['src/module.ts', 'site-pages.d.ts'].map((file) => path.join(folder.root, file));
      const program = ts.createProgram(files, {
        strict: true, noEmit: true, skipLibCheck: true, types: [], jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true,
      });
      const errors = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
        line: file?.text.slice(0, start).split('\n').length, file: path.basename(file?.fileName ?? ''), text: ts.flattenDiagnosticMessageText(messageText, ' '),
      }));
      expect(errors).toEqual([{ file: 'module.ts', line: 4, text: expect.stringMatching(/Type 'string' is not assignable to type 'number'/) as string }]);
    } finally {
      folder.remove();
    }
  });
});
