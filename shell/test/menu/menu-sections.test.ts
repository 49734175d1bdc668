import { firstEntries, menuEntries } from '../../src/frame/menu-entries.ts';
import { countPages, filterSections, menuSections, type MenuSection } from '../../src/menu/menu-sections.ts';
import type { ListedEntry } from '../../src/runtime/site-source.ts';
import { newInTab } from '../../src/runtime/tab-modules.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';

afterEach(() => {
  document.documentElement.lang = '';
});

/** A module of the tab with these menu entries, each on a route of its own. */
function module(name: string, ...entries: Omit<ListedEntry, 'route'>[]) {
  const navigation = entries.map((entry, index) => ({ ...entry, route: `r${index}` }));
  const routes = Object.fromEntries(navigation.map(({ route }) => [route, `/${name}/${route}`]));
  return newInTab(moduleFor(manifestOf(name, { title: { en: `The ${name}` }, routes, navigation })));
}

/** The sections as lines: the heading, then the labels. */
function linesOf(sections: readonly MenuSection[]): string[] {
  return sections.map(({ title, pages }) => `${title}: ${pages.map(({ label }) => label).join(', ')}`);
}

function sectionsOf(...modules: ReturnType<typeof module>[]) {
  return menuSections(menuEntries(modules, 'signed-in'), 'Other');
}

const SALES = { en: 'Sales', de: 'Vertrieb' };

test('joins the groups of several modules that have the same English text, and orders by `order`, then by module', () => {
  const sections = sectionsOf(
    module('orders', { label: { en: 'Orders' }, group: SALES }, { label: { en: 'Returns' }, group: SALES, order: 900 }),
    module('stock', { label: { en: 'Stock' }, group: { en: 'Warehouse' } }),
    module('offers', { label: { en: 'Offers' }, group: { en: 'Sales' } }, { label: { en: 'Campaigns' }, group: { en: 'Sales' }, order: 0 }),
  );
  expect(linesOf(sections)).toEqual(['Sales: Campaigns, Orders, Offers, Returns', 'Warehouse: Stock']);
});

test('names a section in the language of the user, also if only some of its modules translate the group', () => {
  document.documentElement.lang = 'de';
  const sections = sectionsOf(
    module('offers', { label: { en: 'Offers', de: 'Angebote' }, group: { en: 'Sales' } }),
    module('orders', { label: { en: 'Orders' }, group: SALES }),
  );
  expect(linesOf(sections)).toEqual(['Vertrieb: Angebote, Orders']);
});

test('keeps sections apart whose translated titles are equal', () => {
  document.documentElement.lang = 'de';
  const group = (english: string) => ({ label: { en: english }, group: { en: english, de: 'Einstellungen' } });
  const sections = sectionsOf(module('one', group('Settings')), module('two', group('Preferences')));
  expect(sections.map(({ id, title }) => [id, title])).toEqual([['Settings', 'Einstellungen'], ['Preferences', 'Einstellungen']]);
});

test('puts entries without a group under the title of their module, and single ones under "Other" at the end', () => {
  const sections = sectionsOf(
    module('home', { label: { en: 'Home' } }),
    module('stock', { label: { en: 'Stock' } }, { label: { en: 'Counts' } }),
    module('orders', { label: { en: 'Orders' }, group: SALES }, { label: { en: 'Settings' } }),
  );
  expect(linesOf(sections)).toEqual(['The stock: Stock, Counts', 'Sales: Orders', 'Other: Home, Settings']);
});

test.each([
  ['signed-in' as const, ['Everyone', 'Members']],
  ['signed-out' as const, ['Everyone', 'Guests']],
  [null, ['Everyone']],
])('has the entries for the audience %p, and none of retired modules', (visitor, expected) => {
  const mixed = module(
    'mixed',
    { label: { en: 'Everyone' } },
    { label: { en: 'Members' }, requires: 'signed-in' },
    { label: { en: 'Guests' }, requires: 'signed-out' },
  );
  const retired = { ...module('gone', { label: { en: 'Gone' } }), retired: true };
  expect(menuEntries([mixed, retired], visitor).map(({ label }) => label['en'])).toEqual(expected);
});

test('adds the title of the module to a label that occurs twice among the first entries', () => {
  const reports = { label: { en: 'Reports' } };
  const modules = [module('orders', { ...reports, group: SALES }), module('stock', { ...reports, group: { en: 'Warehouse' } }, { label: { en: 'Counts' } })];
  expect(firstEntries(modules, 'signed-in').map(({ text }) => text)).toEqual(['Reports (The orders)', 'Reports (The stock)', 'Counts']);
});

describe('the filter', () => {
  const build = () =>
    sectionsOf(
      module('orders', { label: { en: 'Orders', de: 'Bestellungen' }, group: SALES }, { label: { en: 'Café prices', de: 'Cafépreise' }, group: SALES }),
      module('stock', { label: { en: 'Stock', ar: 'أرصدة المخزون' }, group: { en: 'Warehouse', de: 'Lager' } }),
    );

  test.each([
    ['prices', ['Vertrieb: Cafépreise']],
    ['orders', ['Vertrieb: Bestellungen, Cafépreise']],
    ['BESTELL', ['Vertrieb: Bestellungen']],
    ['sales cafe', ['Vertrieb: Cafépreise']],
    ['vertrieb', ['Vertrieb: Bestellungen, Cafépreise']],
    ['lager', ['Lager: Stock']],
    ['the stock', ['Lager: Stock']],
    ['  ', ['Vertrieb: Bestellungen, Cafépreise', 'Lager: Stock']],
    ['orders stock', []],
    ['(', []],
  ])('finds %p by words of the user’s language and of English', (query, expected) => {
    document.documentElement.lang = 'de';
    expect(linesOf(filterSections(build(), query))).toEqual(expected);
  });

  test('finds Arabic words without their marks', () => {
    document.documentElement.lang = 'ar';
    expect(countPages(filterSections(build(), 'ارصدة'))).toBe(1);
  });
});

test('groups and filters 1,000 entries', () => {
  const sections = sectionsOf(...Array.from({ length: 1000 }, (_, index) => module(`m${index}`, { label: { en: `Page ${index}` } })));
  expect(linesOf(sections)[0]).toMatch(/^Other: Page 0, Page 1, /);
  expect(countPages(sections)).toBe(1000);
  expect(countPages(filterSections(sections, '77 page'))).toBe(19);
});
