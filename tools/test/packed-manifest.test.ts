import { packedManifest } from '../packages/packed-manifest.ts';

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
