import * as v from 'valibot';
import { moduleManifestSchema } from '../../src/model/module-manifest.ts';

const manifest = {
  name: 'orders',
  contract: '^0.1',
  title: { en: 'Orders' },
  routes: { list: '/orders', one: '/orders/:id' },
  navigation: [{ route: 'list', label: { en: 'Orders', 'pt-BR': 'Pedidos' } }],
};

test('accepts a module manifest with and without optional properties', () => {
  expect(v.parse(moduleManifestSchema, manifest)).toEqual(manifest);
  const full = { ...manifest, start: 'navigation', navigation: [{ ...manifest.navigation[0], requires: 'signed-out' }] };
  expect(v.parse(moduleManifestSchema, full)).toEqual(full);
});

test.each(['^0.1', '0.1.0', '~1.2.3', '>=1 <3', '1.x || ^2.0.0', '1.0.0 - 2', '*', '>= 1.2', '^1.0.0-beta.1'])(
  'takes the contract range %s',
  (contract) => {
    expect(v.is(moduleManifestSchema, { ...manifest, contract })).toBe(true);
  },
);

test.each([
  ['an unknown key', { getPublicPath: 'evil()' }],
  ['a name with capitals', { name: 'Orders' }],
  ['a name that is too long', { name: 'a'.repeat(41) }],
  ['a contract that is no range', { contract: 'latest' }],
  ['a title in no language', { title: {} }],
  ['a title that is blank', { title: { en: '  ' } }],
  ['a title in no locale', { title: { '<b>': 'Orders' } }],
  ['a path without a slash', { routes: { list: 'orders' } }],
  ['two routes with one path', { routes: { list: '/orders', same: '/orders' } }],
  ['navigation to no route', { navigation: [{ route: 'gone', label: { en: 'Gone' } }] }],
  ['navigation to what every object has', { navigation: [{ route: 'toString', label: { en: 'Gone' } }] }],
  ['navigation twice to one route', { navigation: [manifest.navigation[0], manifest.navigation[0]] }],
  ['an unknown key in navigation', { navigation: [{ ...manifest.navigation[0], icon: 'x' }] }],
  ['an unknown start', { start: 'now' }],
])('refuses %s', (_what, change) => {
  expect(v.is(moduleManifestSchema, { ...manifest, ...change })).toBe(false);
});
