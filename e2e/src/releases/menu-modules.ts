import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { BUILD_DESCRIPTION_FILE, registrySchema, RELEASE_PLACEHOLDER, type ReleaseManifest } from '@atrium/releases/model';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';
import * as v from 'valibot';
import { liveManifest, registryFile } from './release-folder.ts';

/** Sections of the menu with an icon each. The last icon is not in the kit. */
const GROUPS = [
  { group: { en: 'Sales', de: 'Vertrieb', ar: 'المبيعات' }, icon: 'shopping-cart' },
  { group: { en: 'Warehouse', de: 'Lager', ar: 'المستودع' }, icon: 'warehouse' },
  { group: { en: 'Finance', de: 'Finanzen', ar: 'المالية' }, icon: 'landmark' },
  { group: { en: 'People', de: 'Personal', ar: 'الموظفون' }, icon: 'users' },
  { group: { en: 'Marketing', de: 'Marketing', ar: 'التسويق' }, icon: 'megaphone' },
  { group: { en: 'Support', de: 'Kundendienst', ar: 'الدعم' }, icon: 'life-buoy' },
  { group: { en: 'Reports', de: 'Berichte', ar: 'التقارير' }, icon: 'chart-column' },
  { group: { en: 'Production', de: 'Produktion', ar: 'الإنتاج' }, icon: 'turbo-encabulator' },
] as const;

/** The first is the overview of the group, with its name alone. */
const SUBJECTS = [
  { en: '', de: '', ar: '' },
  { en: 'Invoices', de: 'Rechnungen', ar: 'الفواتير' },
  { en: 'Deliveries', de: 'Lieferungen', ar: 'الشحنات' },
  { en: 'Contracts', de: 'Verträge', ar: 'العقود' },
  { en: 'Customers', de: 'Kunden', ar: 'العملاء' },
  { en: 'Returns', de: 'Rücksendungen', ar: 'المرتجعات' },
  { en: 'Budgets', de: 'Haushalte', ar: 'الميزانيات' },
  { en: 'Requests', de: 'Anfragen', ar: 'الاستفسارات' },
] as const;

const KINDS = [
  { en: '', de: '', ar: '' },
  { en: ' archive', de: ' (Archiv)', ar: ' – الأرشيف' },
  { en: ' calendar', de: ' (Kalender)', ar: ' – التقويم' },
  { en: ' approvals', de: ' (Freigaben)', ar: ' – الموافقات' },
  { en: ' planning', de: ' (Planung)', ar: ' – التخطيط' },
  { en: ' imports', de: ' (Importe)', ar: ' – الاستيراد' },
  { en: ' by region, product line and customer segment', de: ' nach Region, Produktlinie und Kundensegment', ar: ' – حسب المنطقة وخط المنتجات وشريحة العملاء' },
  { en: ' settings', de: ' (Einstellungen)', ar: ' – الإعدادات' },
] as const;

/** Adds modules to a store until the site has this many, each with one entry in the menu. They never run. */
export async function fillMenu(releases: string, count: number): Promise<void> {
  const store = openDirectoryStore(releases);
  const builtFor = await liveManifest(releases, 'workspace');
  const registry = v.parse(registrySchema, JSON.parse(await readFile(registryFile(releases), 'utf8')));
  const present = Object.values(registry.remotes).filter(({ kind }) => kind === 'page-module').length;
  const remotes = { ...registry.remotes };
  for (let index = 0; index < count - present; index += 1) {
    const sealed = await sealMenuModule(index, builtFor);
    const { name, release } = sealed.manifest;
    const when = new Date().toISOString();
    await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when });
    remotes[name] = { kind: 'page-module', live: release, previous: null, canary: null, quarantined: [], since: when };
  }
  // One write instead of a move for each module, which would take minutes.
  await writeFile(registryFile(releases), JSON.stringify({ ...registry, revision: registry.revision + 1, remotes }));
}

async function sealMenuModule(index: number, builtFor: ReleaseManifest): Promise<SealedRelease> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-menu-'));
  try {
    const description = describe(index, builtFor);
    await writeFile(path.join(directory, BUILD_DESCRIPTION_FILE), JSON.stringify(description));
    for (const file of [description.entry, 'module.js']) await writeFile(path.join(directory, file), `var ${description.global};`);
    return await sealBuild(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function describe(index: number, { contract, shared, routerNames, federation }: ReleaseManifest) {
  const name = `menu-${String(index).padStart(3, '0')}`;
  const { group, icon } = at(GROUPS, index);
  const subject = at(SUBJECTS, Math.floor(index / GROUPS.length));
  const kind = at(KINDS, Math.floor(index / GROUPS.length / SUBJECTS.length));
  const label = {
    en: `${group.en} ${subject.en.toLowerCase()}`.trim() + kind.en,
    de: `${subject.de} ${group.de}`.trim() + kind.de,
    ar: (subject.ar === '' ? group.ar : `${subject.ar} – ${group.ar}`) + kind.ar,
  };
  return {
    schema: 2,
    name,
    kind: 'page-module',
    placeholder: RELEASE_PLACEHOLDER,
    entry: `entry.${RELEASE_PLACEHOLDER}.js`,
    global: `atrium_menu_${index}_${RELEASE_PLACEHOLDER}`,
    exposes: { './module': { scripts: ['module.js'], styles: [] } },
    routes: { list: { scripts: [], styles: [] } },
    contract,
    shared,
    routerNames,
    federation,
    moduleManifest: {
      name,
      contract,
      title: label,
      routes: { list: `/${name}` },
      navigation: [{ route: 'list', label, group, icon, ...(index % 4 > 0 && { requires: 'signed-in' }) }],
    },
  };
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError('The list is empty.');
  return value;
}
