/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildDescriptionSchema } from '@atrium/releases/model';
import * as v from 'valibot';
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

jest.setTimeout(120_000);

/** Builds a module with a number of pages that contain the same code. Returns the files of each page. */
async function build(pages: number, bytes: number) {
  const routes = Array.from({ length: pages }, (_, index) => `page${index}`);
  const folder = moduleFolder({
    ...ORDERS,
    'src/manifest.ts': (ORDERS['src/manifest.ts'] ?? '')
      .replace("list: '/orders'", routes.map((route) => `${route}: '/orders/${route}'`).join(', '))
      .replace("route: 'list'", "route: 'page0'"),
    'src/module.ts': (ORDERS['src/module.ts'] ?? '').replace("list: () => import('./list-page.tsx')", routes.map((route) => `${route}: () => import('./${route}.tsx')`).join(', ')),
    'src/same.ts': `export const same = ${JSON.stringify('x'.repeat(bytes))};`,
    ...Object.fromEntries(routes.map((route) => [`src/${route}.tsx`, `import { same } from './same.ts'; import styles from './list.module.css'; export default () => <p className={styles['count']}>{same}</p>;`])),
  });
  try {
    await buildModule(folder.root, { minimize: false });
    const { routes: files } = v.parse(buildDescriptionSchema, JSON.parse(readFileSync(path.join(folder.root, 'dist/build.json'), 'utf8')));
    return { scripts: Object.values(files).map(({ scripts }) => scripts), styles: Object.values(files).map(({ styles }) => styles) };
  } finally {
    folder.remove();
  }
}

test('four pages with the same large code share a file with it, and no style sheet', async () => {
  const { scripts, styles } = await build(4, 60_000);
  const [first = []] = scripts;
  const shared = first.filter((file) => scripts.every((files) => files.includes(file)));
  expect(shared).toHaveLength(1);
  expect(scripts.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
  expect(new Set(styles.flat()).size).toBe(4);
});

test.each([[3, 60_000], [4, 50_000]])('%i pages with %i bytes have a file each', async (pages, bytes) => {
  const { scripts } = await build(pages, bytes);
  expect(scripts.map(({ length }) => length)).toEqual(Array.from({ length: pages }, () => 1));
  expect(new Set(scripts.flat()).size).toBe(pages);
});
