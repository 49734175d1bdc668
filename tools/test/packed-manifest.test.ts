import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { packedManifest } from '../packages/packed-manifest.ts';
import { PAGE_KIT } from '../packages/published-packages.ts';

const source = {
  name: '@atrium/page-kit',
  version: '1.0.0',
  private: true,
  description: 'A kit',
  license: 'MIT',
  type: 'module',
  scripts: { test: 'jest' },
  dependencies: { '@atrium/releases': '1.0.0' },
  devDependencies: { tsx: '^4.0.0' },
  exports: {
    './ui': './src/ui/ui.tsx',
    './ui/*.css': './src/ui/*.css',
    './auth-module': { types: './src/auth-module.d.ts' },
    './webpack/shell': './src/webpack/shell-config.ts',
  },
};

test('exports compiled modules with their types, and leaves styles and declarations as they are', () => {
  const { exports } = packedManifest(source, { engines: {}, ownUse: ['./webpack/shell'], bundled: [] });
  expect(exports).toEqual({
    './ui': { types: './src/ui/ui.d.ts', default: './src/ui/ui.js' },
    './ui/*.css': './src/ui/*.css',
    './auth-module': { types: './src/auth-module.d.ts' },
    './package.json': './package.json',
  });
});

test('contains no settings that only this repository needs', () => {
  const packed = packedManifest(source, { engines: { node: '>=20' }, ownUse: [], bundled: ['@atrium/releases'] });
  expect(packed).not.toHaveProperty('private');
  expect(packed).not.toHaveProperty('scripts');
  expect(packed).not.toHaveProperty('devDependencies');
  expect(packed).toMatchObject({ engines: { node: '>=20' }, bundleDependencies: ['@atrium/releases'], dependencies: source.dependencies });
});

/** The package in a call such as `require.resolve('axe-core/axe.min.js')`. */
const RESOLVED = /\bresolve\('((?:@[\w-]+\/)?[a-z][\w-]*)/g;

test('page-kit depends on the packages that it finds by their name, which the check for unused code does not see', async () => {
  const { folder } = PAGE_KIT;
  const { dependencies } = v.parse(v.object({ dependencies: v.record(v.string(), v.string()) }), JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  const files = (await readdir(path.join(folder, 'src'), { recursive: true })).filter((file) => file.endsWith('.ts')).map((file) => path.join('src', file));
  const contents = await Promise.all(['jest-preset.cjs', ...files].map((file) => readFile(path.join(folder, file), 'utf8')));
  const resolved = new Set(contents.flatMap((content) => [...content.matchAll(RESOLVED)].map(([, name = '']) => name)));
  expect([...resolved]).toContain('axe-core');
  expect([...resolved].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});
