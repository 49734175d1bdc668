import { moduleManifestSchema } from '@atrium/releases/model';
import * as v from 'valibot';
import { definePageModule } from '../../src/contract/page-module.ts';
import { defineModuleManifest, type ModuleManifest } from '../../src/contract/module-manifest.ts';

// page-kit and releases define the module manifest separately, because neither imports the other. This test compares them.
const manifest = defineModuleManifest({
  name: 'orders',
  owner: 'Team Orders',
  contract: '^0.1',
  title: { en: 'Orders', de: 'Bestellungen' },
  routes: { list: '/orders', one: '/orders/:order' },
  navigation: [{ route: 'list', label: { en: 'Orders' }, requires: 'signed-in', group: { en: 'Sales' }, order: 10, icon: 'shopping-cart' }],
  start: 'application',
  prerender: ['list'],
  slots: { actions: { version: '1.0', description: 'Buttons for one order.', layout: 'row' } },
  extensions: {
    recent: {
      slot: 'site.home',
      slotVersion: '1.0',
      title: { en: 'Recent orders' },
      size: { height: 160, maxHeight: 320, width: 200 },
      order: 20,
      after: 'account.protect',
      requires: 'signed-in',
      assurance: 'aal2',
      permission: 'orders.read',
    },
  },
  commands: {
    list: { title: { en: 'Open orders' }, keywords: { en: 'sales' }, shortcut: 'g o', icon: 'list', route: 'list' },
    approve: { title: { en: 'Approve order' }, on: ['one'], permission: 'orders.approve' },
  },
  search: { orders: { title: { en: 'Orders' }, requires: 'signed-in' } },
});

test('the contract’s type and the releases’ schema describe the same module manifest', () => {
  const stored: v.InferInput<typeof moduleManifestSchema> = structuredClone(manifest) as never;
  expect(v.parse(moduleManifestSchema, stored)).toEqual(manifest);
  const keys: Record<keyof ModuleManifest, true> = {
    name: true, owner: true, contract: true, title: true, routes: true, navigation: true, start: true, prerender: true,
    slots: true, extensions: true, commands: true, search: true,
  };
  expect(Object.keys(v.parse(moduleManifestSchema, stored)).sort()).toEqual(Object.keys(keys).sort());
});

test('the code of a module has one loader for each extension, search provider and command without a route', () => {
  const loaders = {
    routes: { list: () => Promise.resolve({ default: () => null }), one: () => Promise.resolve({ default: () => null }) },
    extensions: { recent: () => Promise.resolve({ default: () => null }) },
    commands: { approve: () => Promise.resolve({ default: () => undefined }) },
    search: { orders: () => Promise.resolve({ default: () => Promise.resolve([]) }) },
  };
  expect(definePageModule(manifest, loaders)).toEqual({ manifest, ...loaders });
  // @ts-expect-error -- the slot gives its extensions no such prop
  definePageModule(manifest, { ...loaders, extensions: { recent: () => Promise.resolve({ default: ({ order }: { order: string }) => order }) } });
  // @ts-expect-error -- the extension has no loader
  definePageModule(manifest, { ...loaders, extensions: {} });
  // @ts-expect-error -- the command has no loader
  definePageModule(manifest, { ...loaders, commands: {} });
  // @ts-expect-error -- the search provider has no loader
  definePageModule(manifest, { routes: loaders.routes, extensions: loaders.extensions, commands: loaders.commands });
});
