import { moduleManifestSchema } from '@atrium/releases/module-manifest';
import * as v from 'valibot';
import { defineModuleManifest, type ModuleManifest } from '../../src/contract/module-manifest.ts';

// page-kit and releases define the module manifest separately, because neither imports the other. This test compares them.
const manifest = defineModuleManifest({
  name: 'orders',
  owner: 'Team Orders',
  contract: '^0.1',
  title: { en: 'Orders', de: 'Bestellungen' },
  routes: { list: '/orders', one: '/orders/:order' },
  navigation: [{ route: 'list', label: { en: 'Orders' }, requires: 'signed-in' }],
  start: 'application',
});

test('the contract’s type and the releases’ schema describe the same module manifest', () => {
  const stored: v.InferInput<typeof moduleManifestSchema> = structuredClone(manifest) as never;
  expect(v.parse(moduleManifestSchema, stored)).toEqual(manifest);
  const keys: Record<keyof ModuleManifest, true> = { name: true, owner: true, contract: true, title: true, routes: true, navigation: true, start: true };
  expect(Object.keys(v.parse(moduleManifestSchema, stored)).sort()).toEqual(Object.keys(keys).sort());
});
