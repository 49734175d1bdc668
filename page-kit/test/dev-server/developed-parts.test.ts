/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developPageModule } from '../../src/dev-server/developed-parts.ts';

const MANIFEST = "export const manifest = { name: 'orders', contract: '^0.1', title: { en: 'Orders' }, routes: { list: '/orders' }, navigation: [] };";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'atrium-module-'));
  mkdirSync(path.join(root, 'src'));
});

afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['a manifest that cannot be read', 'export const manifest = nothing;', 'export default { routes: {} };'],
  ['an invalid manifest', MANIFEST.replace("'/orders'", "'orders'"), "export default { routes: { list: () => import('./list.tsx') } };"],
  ['a route that is not imported', MANIFEST, 'export default { routes: {} };'],
  ['a route whose file is not visible in the source', MANIFEST, 'export default { routes: { list: load } };'],
])('reports %s as a DevelopmentError', (_what, manifest, module) => {
  writeFileSync(path.join(root, 'src/manifest.ts'), manifest);
  writeFileSync(path.join(root, 'src/module.ts'), module);
  expect(() => developPageModule({ root, refresh: false })).toThrow(expect.objectContaining({ name: 'DevelopmentError', code: 'bad-module' }) as Error);
});
