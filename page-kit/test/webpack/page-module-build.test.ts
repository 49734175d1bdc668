/** @jest-environment node */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { unconfinedIn } from '@atrium/releases/inspection';
import { buildDescriptionSchema, RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import { sealBuild } from '@atrium/releases/sealing';
import * as v from 'valibot';
import type { Auth } from '../../src/contract/auth.ts';
import { SIGNED_OUT_VISITOR } from '../../src/prerender/signed-out-visitor.ts';
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

// One file for all tests of builds: loading webpack takes longer than a build.
jest.setTimeout(120_000);

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" />';

describe('the build of a module', () => {
  let folder: ReturnType<typeof moduleFolder>;
  let output: string;

  beforeAll(async () => {
    const page = ORDERS['src/list-page.tsx'] ?? '';
    folder = moduleFolder({
      ...ORDERS,
      'src/manifest.ts': (ORDERS['src/manifest.ts'] ?? '').replace('navigation:', "slots: { actions: { version: '1.0', layout: 'row' } },\n      navigation:"),
      'src/slots.ts': "export {};\ndeclare module '@atrium/page-kit/contract/site' { interface SiteSlots { 'orders.actions': { readonly order: string } } }",
      'src/logo.svg': LOGO,
      'src/dot.png': 'not really a picture',
      // Not a language of the module, though it is imported by the same request as one.
      'src/editor/editor.ts': "export const load = () => import('./languages/fr.ts');",
      'src/languages.ts': "export const languages = { de: () => import('./languages/de.ts') };",
      'src/languages/de.ts': "export default ['guten Tag'];",
      'src/editor/languages/fr.ts': "export default ['bonjour'];",
      'src/plain.css': '.picker a { color: red } .picker b { background: url(./dot.png) }',
      'src/list-page.tsx': `import './plain.css'; import { load } from './editor/editor.ts'; import { languages } from './languages.ts'; import logo from './logo.svg'; import { Link, NavLink, useBlocker } from 'react-router-dom';${page.replace('{count}', '{count}<Link to="/" /><img src={logo} alt="" />{String(useBlocker)}{String(load)}{Object.keys(languages)}')}`,
    });
    output = path.join(folder.root, 'dist');
    await buildModule(folder.root);
  });

  afterAll(() => folder.remove());

  function description() {
    return v.parse(buildDescriptionSchema, JSON.parse(readFileSync(path.join(output, 'build.json'), 'utf8')));
  }

  const read = (file: string) => readFileSync(path.join(output, file), 'utf8');

  test('describes the build according to the schema of releases', () => {
    expect(description()).toMatchObject({
      name: 'orders',
      kind: 'page-module',
      contract: '^0.1',
      moduleManifest: { routes: { list: '/orders' } },
      placeholder: RELEASE_PLACEHOLDER,
      federation: '2.9.2',
    });
  });

  test('has the type of the props of each slot', () => {
    expect(description()).toMatchObject({ slotProps: { actions: '{\n    readonly order: string;\n}' } });
  });

  test('lists exactly the shared packages and router names that it imports', () => {
    const { shared, routerNames } = description();
    expect(Object.keys(shared).sort()).toEqual(['react', 'react-router-dom', 'react/jsx-runtime']);
    // A name that the shell does not provide is listed too, so that the gate can refuse it.
    expect(routerNames).toEqual(['Link', 'useBlocker']);
  });

  test('contains nothing of development', () => {
    for (const file of readdirSync(output)) expect(read(file)).not.toMatch(/atrium-development|ReportingBoundary|webpackHot/i);
  });

  test('lists the files of the module and of each route', () => {
    const { exposes, routes } = description();
    const files = readdirSync(output);
    // The entry contains the module.
    expect(exposes['./module']?.scripts).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(routes['list']?.scripts ?? ['none']));
    expect(routes['list']?.scripts).toHaveLength(1);
    expect(routes['list']?.styles).toHaveLength(1);
    for (const { scripts, styles } of [...Object.values(exposes), ...Object.values(routes)]) {
      expect(files).toEqual(expect.arrayContaining([...scripts, ...styles]));
    }
    const styles = read(routes['list']?.styles[0] ?? '');
    expect(styles).toMatch(/\.orders-count-[\w-]+\{color:/);
    // Minimizing keeps what the tests of styles prove.
    expect(styles).toMatch(/@scope \(\[data-atrium-module="?orders"?\]\)\s*to\s*\(\[data-atrium-module\]:not\(\[data-atrium-module="?orders"?\]\)\)\s*\{\s*\.picker a\{color:red\}/);
  });

  test('has the languages that a file of src imports, and no others', () => {
    expect(Object.entries(description().languages ?? {})).toEqual([['de', { scripts: [expect.any(String)], styles: [] }]]);
  });

  test('gives up a style sheet to which there is no response, as webpack does with scripts', () => {
    expect(read(description().entry)).toMatch(/setTimeout\(.{1,60}\.onerror&&.{1,80}8e3\)/);
  });

  test('has pictures as files of their own, which code and style sheets refer to', () => {
    const [route] = Object.values(description().routes);
    const [logo = '', dot = ''] = [/^logo\.[0-9a-f]{8}\.svg$/, /^dot\.[0-9a-f]{8}\.png$/].map((name) => readdirSync(output).find((file) => name.test(file)));
    expect(read(logo)).toBe(LOGO);
    expect(read(route?.scripts[0] ?? '')).toContain(`"${logo}"`);
    expect(read(route?.styles[0] ?? '')).toContain(`url(${dot})`);
  });

  test('leaves the contributions out of the code, because tabs get them from the server', () => {
    const build = description();
    expect(build).toMatchObject({ moduleManifest: { slots: { actions: { version: '1.0' } } } });
    const code = read(build.entry);
    expect(code).toContain('"/orders"');
    expect(code).not.toContain('slots');
  });

  test('contains no copy of a shared package', () => {
    const sources = readdirSync(output)
      .filter((file) => file.endsWith('.js.map'))
      .flatMap((file) => v.parse(v.object({ sources: v.array(v.string()) }), JSON.parse(read(file))).sources);
    expect(sources.filter((source) => /node_modules\/(react|react-dom|react-router|scheduler)\//.test(source))).toEqual([]);
    expect(sources.filter((source) => source.includes('runtime-core/dist'))).toEqual([]);
  });

  test('puts the release into every name that two releases in one tab must not share', () => {
    const entry = read(description().entry);
    expect(description().global).toBe(`atrium_orders_${RELEASE_PLACEHOLDER}`);
    expect(entry).toContain(`var atrium_orders_${RELEASE_PLACEHOLDER}`);
    expect(entry).toContain(`webpackChunkatrium_orders_${RELEASE_PLACEHOLDER}`);
  });

  test('requests the hash of every chunk and style sheet that it loads', () => {
    const entry = read(description().entry);
    expect(entry.match(/atriumIntegrity\(/g)).toHaveLength(2);
    expect(entry).toContain('.integrity=');
  });

  test('builds the same bytes from the same sources', async () => {
    const before = new Map(readdirSync(output).map((file) => [file, read(file)]));
    await buildModule(folder.root);
    expect(new Map(readdirSync(output).map((file) => [file, read(file)]))).toEqual(before);
  });
});

/** Builds a module whose page has these style sheets. @returns all of its CSS */
async function builtStyles(styles: Readonly<Record<string, string>>): Promise<string> {
  const imports = Object.keys(styles).map((file) => `import './${file}';`).join('');
  const sheets = Object.fromEntries(Object.entries(styles).map(([file, css]) => [`src/${file}`, css]));
  const folder = moduleFolder({ ...ORDERS, ...sheets, 'src/list-page.tsx': `${imports}${ORDERS['src/list-page.tsx']}` });
  try {
    await buildModule(folder.root, { minimize: false });
    const output = path.join(folder.root, 'dist');
    const files = readdirSync(output).filter((file) => file.endsWith('.css'));
    const contents = files.map((file) => readFileSync(path.join(output, file)));
    expect(contents.flatMap((content) => unconfinedIn('orders', content))).toEqual([]);
    return contents.join('\n');
  } finally {
    folder.remove();
  }
}

describe('style sheets', () => {
  test('confines a plain style sheet and its imports to the pages of the module', async () => {
    const css = await builtStyles({
      'plain.css': '@import "./imported.css";\n@keyframes orders-turn { to { rotate: 1turn } }\n.picker a { color: red }\n@media print { p { margin: 0 } }',
      'imported.css': 'table { color: blue }',
    });
    const scope = String.raw`@scope \(\[data-atrium-module=("?)orders\1\]\) to \(\[data-atrium-module\]:not\(\[data-atrium-module=\1orders\1\]\)\)\s*\{`;
    expect(css).toMatch(new RegExp(`${scope}\\s*\\.picker a \\{ color: red \\}\\s*@media print \\{ p \\{ margin: 0 \\} \\}\\s*\\}`));
    expect(css).toMatch(new RegExp(`${scope}\\s*table \\{ color: blue`));
    expect(css).toMatch(/(?:^|\})\s*@keyframes orders-turn/m);
    expect(css).toMatch(/\.orders-count-/);
  });

  test('reports styles that affect the rest of the site, with file and line', async () => {
    const built = builtStyles({
      'global.module.css': '.row { color: red }\n\n:global(body) {\n  background: hotpink;\n}',
      'theme.css': 'p { margin: 0 }\n:root { --atrium-accent: hotpink }\n@font-face { font-family: Inter; src: url(https://fonts.test/inter.woff2) }',
      'broken.css': 'p { margin: 0',
    });
    const failure = await built.then(() => '', String);
    expect(failure).toContain('src/global.module.css:3 "body" styles the whole document');
    expect(failure).toContain('src/theme.css:2 ":root" styles the whole document');
    expect(failure).toContain('src/theme.css:3 "@font-face" has a font-family that the whole site shares');
    expect(failure).toContain('broken.css');
  });
});

/** A public page with this source. */
function withPage(page: string): Readonly<Record<string, string>> {
  return {
    ...ORDERS,
    'src/manifest.ts': (ORDERS['src/manifest.ts'] ?? '').replace('navigation:', "prerender: ['list'],\n      navigation:"),
    'src/list-page.tsx': page,
  };
}

const FORM = `
  import { TextField } from '@atrium/page-kit/ui';
  import { useSupabase } from 'auth/auth';
  import { Suspense } from 'react';
  import { useLocation } from 'react-router-dom';
  const picture = new URL('./picture.svg', import.meta.url).href;
  function Rows() { return <p>{String(useSupabase())}</p>; }
  export default function ListPage() {
    return (
      <form method="get">
        <title>Track</title>
        <p>{useLocation().pathname}</p>
        <img alt="" src={picture} />
        <TextField label="Number" name="number" />
        <Suspense fallback={<p>Loading</p>}><Rows /></Suspense>
      </form>
    );
  }`;

describe('prerendered pages', () => {
  test('renders the first screen of a visitor without a session, with a form that cannot send anything', async () => {
    const folder = moduleFolder({
      ...withPage(FORM),
      'src/picture.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9"/>'.repeat(900)}</svg>`,
    });
    try {
      await buildModule(folder.root, { minimize: false });
      const { manifest, files } = await sealBuild(path.join(folder.root, 'dist'));
      expect(manifest).toMatchObject({ prerendered: { list: { en: 'prerendered/list.en.html' } } });
      const html = files.get('prerendered/list.en.html')?.toString('utf8') ?? '';
      expect(html).toMatch(/^<form method="dialog"><p>\/orders<\/p><img alt="" src="[^"]+">.*<input [^>]*name="number".*<p>Loading<\/p><\/form>$/s);
      // The address of a file of the release is that of the sealed release.
      expect(html).toContain(`src="/releases/orders/${manifest.release}/`);
    } finally {
      folder.remove();
    }
  });

  test('the build fails with a reason if a page throws', async () => {
    const folder = moduleFolder(withPage("export default function ListPage() { throw new Error('No orders.'); }"));
    try {
      await expect(buildModule(folder.root, { minimize: false })).rejects.toThrow(
        'The pages of orders cannot be prerendered (en): The route list cannot be prerendered: No orders.',
      );
      expect(existsSync(path.join(folder.root, 'dist/build.json'))).toBe(false);
    } finally {
      folder.remove();
    }
  });

  test('while it renders, a page gets no client and can call no action, with a reason', () => {
    expect(SIGNED_OUT_VISITOR.useSupabase).toThrow('put <Suspense> around the component that calls useSupabase');
    const { login, status } = SIGNED_OUT_VISITOR.useAuth() as Pick<Auth, 'login' | 'status'>;
    expect(status).toBe('starting');
    expect(login).toThrow('call it in an effect or a handler');
  });
});

describe('errors', () => {
  test('reports a missing file with the place of its import in the source', async () => {
    const module = (ORDERS['src/module.ts'] ?? '').replace('./list-page.tsx', './lst-page.tsx');
    const folder = moduleFolder({ ...ORDERS, 'src/module.ts': module });
    try {
      const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
      expect(error instanceof Error ? error.message : '').toMatch(/ERROR in \S*src\/module\.ts:4:79\nCannot find \.\/lst-page\.tsx\. Correct the path, or install the package\./);
    } finally {
      folder.remove();
    }
  });

  test.each(['@atrium/page-kit/src/ui/button', '@atrium/shell/frame'])('says what a module can import instead of %s', async (internal) => {
    const folder = moduleFolder({ ...ORDERS, 'src/list-page.tsx': `import '${internal}';\n${ORDERS['src/list-page.tsx'] ?? ''}` });
    try {
      const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
      const advice = `src/list-page.tsx:1:9\n${internal} is internal to Atrium, or does not exist. Import what the README of @atrium/page-kit lists.`;
      expect(error instanceof Error ? error.message : '').toContain(advice);
    } finally {
      folder.remove();
    }
  });

  test('reports one syntax error for each file, with its place in the source', async () => {
    const page = ORDERS['src/list-page.tsx'] ?? '';
    const folder = moduleFolder({ ...ORDERS, 'src/list-page.tsx': page.replace('return <button', 'return <div <button') });
    try {
      const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
      const message = error instanceof Error ? error.message : '';
      expect(message).toMatch(/ERROR in \S*src\/list-page\.tsx:8:27\n'>' expected\. \(TS1005\)/);
      expect(message).toMatch(/> 8 \|.*<div <button.*\n +\| +\^\n/);
      expect(message.match(/list-page\.tsx/g)).toHaveLength(1);
    } finally {
      folder.remove();
    }
  });
});
