import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILD_DESCRIPTION_FILE, type ReleaseManifest, RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';
import { liveRelease, makeLive, passedSmokeTest } from './releases.ts';


const AREAS = [
  'billing', 'catalogue', 'contracts', 'customers', 'deliveries', 'expenses', 'forecasts', 'inventory', 'invoices', 'journeys',
  'leave', 'machines', 'meetings', 'orders', 'payroll', 'permits', 'purchases', 'quality', 'returns', 'suppliers',
];
const SUBJECTS = ['archive', 'approvals', 'calendar', 'dashboard', 'documents', 'history', 'imports', 'planning', 'reports', 'settings'];

/**
 * Makes generated page modules live. Each has a release before the live one, as on a site in use; every second one has a
 * second page, and every third one a menu entry. They fit the same shell as the store's live workspace module.
 */
export async function fillStore(store: ReleaseStore, count: number): Promise<void> {
  const reading = await store.readManifest('workspace', await liveRelease(store, 'workspace'));
  if (reading.status !== 'ok') throw new Error('The manifest of workspace cannot be read.');
  for (const [index, { area, subject }] of moduleNames(count).entries()) {
    const module = { area, subject, hasDetails: index % 2 === 0, isInMenu: index % 3 === 0 };
    for (const edition of ['first', 'second']) {
      const sealed = await sealGeneratedModule({ ...module, edition }, reading.manifest);
      const { name, release } = sealed.manifest;
      await store.putRelease(sealed, passedSmokeTest());
      await makeLive(store, name, release);
    }
  }
}

/** Different names as a site of many teams could have them, at most 200. */
function moduleNames(count: number): { readonly area: string; readonly subject: string }[] {
  const all = SUBJECTS.flatMap((subject) => AREAS.map((area) => ({ area, subject })));
  if (count > all.length) throw new RangeError(`There are names for only ${all.length} modules.`);
  return all.slice(0, count);
}

/** What a generated module copies from a real one: the shell and the contract that it was built for. */
type BuiltFor = Pick<ReleaseManifest, 'contract' | 'shared' | 'routerNames' | 'federation'>;

/** A page module that never runs. It makes the registry longer. */
interface GeneratedModule {
  readonly area: string;
  readonly subject: string;
  /** Whether it has a second page. */
  readonly hasDetails: boolean;
  /** Whether it has an entry in the menu. */
  readonly isInMenu: boolean;
  /** A word in its code, so that it can have several releases. */
  readonly edition: string;
}

/** Seals a generated module as the command seals a build. */
async function sealGeneratedModule(module: GeneratedModule, builtFor: BuiltFor): Promise<SealedRelease> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-bench-module-'));
  try {
    const description = describe(module, builtFor);
    await writeFile(path.join(directory, BUILD_DESCRIPTION_FILE), JSON.stringify(description));
    const lists = [...Object.values(description.exposes), ...Object.values(description.routes)];
    const files = [description.entry, ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
    for (const file of files) await writeFile(path.join(directory, file), contentOf(file, description, module.edition));
    return await sealBuild(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function describe({ area, subject, hasDetails, isInMenu }: GeneratedModule, { contract, shared, routerNames, federation }: BuiltFor) {
  const name = `${area}-${subject}`;
  const label = { en: `${capital(area)}: ${subject}`, de: `${capital(subject)} (${capital(area)})` };
  const list = { scripts: ['217.5b1c09de.js'], styles: ['217.0d94ab3f.css'] };
  const details = { scripts: ['643.a8e27f16.js'], styles: [] };
  return {
    schema: 2,
    name,
    kind: 'page-module',
    placeholder: RELEASE_PLACEHOLDER,
    entry: `entry.${RELEASE_PLACEHOLDER}.js`,
    global: `atrium_${area}_${subject}_${RELEASE_PLACEHOLDER}`,
    exposes: { './module': { scripts: ['995.37fe6df3.js'], styles: [] } },
    routes: { list, ...(hasDetails && { details }) },
    contract,
    shared,
    routerNames,
    federation,
    moduleManifest: {
      name,
      contract,
      title: label,
      routes: { list: `/${area}/${subject}`, ...(hasDetails && { details: `/${area}/${subject}/details/*` }) },
      navigation: isInMenu ? [{ route: 'list', label, requires: 'signed-in' }] : [],
      owner: `Team ${capital(area)}`,
    },
  };
}

function contentOf(file: string, { name, global }: { readonly name: string; readonly global: string }, edition: string): string {
  const padding = file.endsWith('.css') ? `.${name}-list{padding:1rem}` : 'exports.part={shown:true};';
  return file.startsWith('entry.') ? `var ${global}={init(){},get(){},edition:"${edition}"};` : padding.repeat(40);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
