/** @jest-environment node */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildDescriptionSchema, RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import * as v from 'valibot';
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

jest.setTimeout(120_000);

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" />';

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
    'src/plain.css': '.picker a { color: red } .picker b { background: url(./dot.png) }',
    'src/list-page.tsx': `import './plain.css'; import logo from './logo.svg'; import { Link, NavLink, useBlocker } from 'react-router-dom';${page.replace('{count}', '{count}<Link to="/" /><img src={logo} alt="" />{String(useBlocker)}')}`,
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
  expect(files.filter((file) => /^\d+\.\w+\.js$/.test(file))).toEqual(routes['list']?.scripts);
  expect(routes['list']?.scripts).toHaveLength(1);
  expect(routes['list']?.styles).toHaveLength(1);
  for (const { scripts, styles } of [...Object.values(exposes), ...Object.values(routes)]) {
    expect(files).toEqual(expect.arrayContaining([...scripts, ...styles]));
  }
  const styles = read(routes['list']?.styles[0] ?? '');
  expect(styles).toMatch(/\.orders-count-[\w-]+\{color:/);
  // Minimizing keeps what confined-styles.test.ts proves.
  expect(styles).toMatch(/@scope \(\[data-atrium-module="?orders"?\]\)\s*\{\s*\.picker a\{color:red\}/);
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
