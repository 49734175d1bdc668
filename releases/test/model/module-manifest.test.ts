import * as v from 'valibot';
import { moduleManifestSchema, newModuleManifestSchema } from '../../src/model/module-manifest.ts';

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

test.each([['/orders/list.html', false], ['/feed.xml', false], ['/orders/v1.2', true]])('a new build has a page at %s: %p', (path, isAccepted) => {
  const changed = { ...manifest, routes: { ...manifest.routes, list: path } };
  expect(v.is(newModuleManifestSchema, changed)).toBe(isAccepted);
  // A stored release can still go live.
  expect(v.is(moduleManifestSchema, changed)).toBe(true);
});

const CARD = { slot: 'site.home', slotVersion: '1.0', title: { en: 'Orders' }, size: { height: 160 } };

test('accepts slots, extensions, commands and search providers, up to their limits', () => {
  const contributing = {
    ...manifest,
    slots: { actions: { version: '1.12', layout: 'row' } },
    extensions: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`card${index}`, { ...CARD, after: 'orders.card0' }])),
    commands: { open: { title: { en: 'Open orders' }, route: 'list', shortcut: 'g o' }, approve: { title: { en: 'Approve' }, on: ['one'], shortcut: '/' } },
    search: { orders: { title: { en: 'Orders' }, requires: 'signed-in', assurance: 'aal2', secondFactor: 'missing', permission: 'orders.read' } },
  };
  expect(v.parse(moduleManifestSchema, contributing)).toEqual(contributing);
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
  ["the name of the shell's own slots", { name: 'site' }],
  ['a name that is too long', { name: 'a'.repeat(41) }],
  ['a contract that is no range', { contract: 'latest' }],
  ['a title in no language', { title: {} }],
  ['a title that is blank', { title: { en: '  ' } }],
  ['a title in no locale', { title: { '<b>': 'Orders' } }],
  ['a path without a slash', { routes: { list: 'orders' } }],
  ['two routes with one path', { routes: { list: '/orders', same: '/orders' } }],
  ['navigation to no route', { navigation: [{ route: 'gone', label: { en: 'Gone' } }] }],
  ['navigation to what every object has', { navigation: [{ route: 'toString', label: { en: 'Gone' } }] }],
  ['navigation to a route with parameters', { routes: { list: '/orders/:id' } }],
  ['navigation twice to one route', { navigation: [manifest.navigation[0], manifest.navigation[0]] }],
  ['an unknown key in navigation', { navigation: [{ ...manifest.navigation[0], colour: 'x' }] }],
  ['an icon that is an address', { navigation: [{ ...manifest.navigation[0], icon: 'https://icons.test/x' }] }],
  ['an order outside of the range', { navigation: [{ ...manifest.navigation[0], order: -1 }] }],
  ["a slot under another module's name", { slots: { 'account.sections': { version: '1.0' } } }],
  ['a slot without a version', { slots: { actions: {} } }],
  ['a slot version with three parts', { slots: { actions: { version: '1.0.0' } } }],
  ["an extension under another module's name", { extensions: { 'account.card': CARD } }],
  ['an extension of a slot without its module', { extensions: { card: { ...CARD, slot: 'cards' } } }],
  ['an extension without a size', { extensions: { card: { ...CARD, size: undefined } } }],
  ['an extension higher than a screen', { extensions: { card: { ...CARD, size: { height: 2001 } } } }],
  ['a maximum height below the height', { extensions: { card: { ...CARD, size: { height: 100, maxHeight: 99 } } } }],
  ['more than 20 extensions', { extensions: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`card${index}`, CARD])) }],
  ['a component in an extension', { extensions: { card: { ...CARD, component: '() => null' } } }],
  ["a command under another module's name", { commands: { 'account.open': { title: { en: 'Open' } } } }],
  ['a command that opens no route', { commands: { open: { title: { en: 'Open' }, route: 'gone' } } }],
  ['a command on no route', { commands: { open: { title: { en: 'Open' }, on: ['gone'] } } }],
  ['a command that opens a route with parameters', { commands: { open: { title: { en: 'Open' }, route: 'one' } } }],
  ['a shortcut of the browser', { commands: { open: { title: { en: 'Open' }, shortcut: 'ctrl+w' } } }],
  ['six search providers', { search: Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`s${index}`, { title: { en: 'S' } }])) }],
  ['an unknown start', { start: 'now' }],
])('refuses %s', (_what, change) => {
  expect(v.is(moduleManifestSchema, { ...manifest, ...change })).toBe(false);
});
