import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_KIT, readPageKit } from '../packages/published-packages.ts';
import { ROOT } from '../repository/repository.ts';

const folder = path.join(ROOT, 'pages-remote');

/** Files of the page modules, relative to pages-remote. */
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));

/** The packages that a file imports. */
function packagesIn(file: string): readonly string[] {
  const named = readFileSync(path.join(folder, file), 'utf8').matchAll(/(?:from|import)[ (]+'([^'.][^']*)'/g);
  return [...named].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

const sources = files.filter((file) => /^\w+\/(src|test)\/.*\.tsx?$/.test(file));

test("the site's own page modules import only what page-kit exports to every team", async () => {
  const used = new Set(sources.flatMap(packagesIn).filter((name) => name.startsWith('@atrium/')));
  expect(used.size).toBeGreaterThan(3);
  const { entries } = await readPageKit();
  const offered = new Set(entries.map(({ subpath }) => `@atrium/page-kit${subpath.slice(1)}`));
  expect([...used].filter((name) => !offered.has(name))).toEqual([]);
  expect(PAGE_KIT.ownUse.filter((subpath) => offered.has(`@atrium/page-kit${subpath.slice(1)}`))).toEqual([]);
});

test("the site's own page modules are built with the preset alone", () => {
  const configs = files.filter((file) => /^\w+\/webpack\.config\.ts$/.test(file));
  expect(configs).toHaveLength(2);
  for (const file of configs) expect(packagesIn(file)).toEqual(['@atrium/page-kit/webpack']);
});
