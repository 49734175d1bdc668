import { manifestClashes } from '../../src/gate/gate.ts';
import type { ModuleManifest } from '../../src/model/module-manifest.ts';

function moduleManifest(name: string, path: string, changes: Partial<ModuleManifest> = {}): ModuleManifest {
  return { name, contract: '^2.0.0', title: { en: name }, routes: { list: path }, navigation: [{ route: 'list', label: { en: name } }], ...changes };
}

function live(manifest: ModuleManifest) {
  return { release: 'abcdefgh234567ab', manifest };
}

test('finds the paths, menu entries and shortcuts of other live modules', () => {
  const command = { title: { en: 'New' }, shortcut: 'n' };
  const proposed = moduleManifest('orders', '/sales/:id', { navigation: [{ route: 'list', label: { en: 'Sales' }, group: { en: 'Shop' } }], commands: { new: command } });
  const sales = moduleManifest('sales', '/sales/*', { navigation: [{ route: 'list', label: { en: 'sales' }, group: { en: 'Shop' } }], commands: { add: command } });
  expect(manifestClashes(proposed, [live(sales)]).map(({ check, message }) => [check, message])).toEqual([
    ['paths', 'its path /sales/:id clashes with /sales/*, which belongs to sales: take another path'],
    ['navigation', 'its menu entry "Sales" (en) has the same label as one of sales in the same section of the menu: choose another label or group'],
    ['shortcuts', 'its command new has the shortcut "n" of the command add of sales: choose another shortcut, or offer it on other pages'],
  ]);
});

test('a module does not clash with its own live release', () => {
  expect(manifestClashes(moduleManifest('orders', '/orders'), [live(moduleManifest('orders', '/orders/*')), live(moduleManifest('sales', '/sales'))])).toEqual([]);
});
