import { access } from 'node:fs/promises';
import path from 'node:path';
import { remoteNameSchema } from '@atrium/releases/identity';
import { routePatternSchema } from '@atrium/releases/module-manifest';
import { releaseListingSchema } from '@atrium/releases/release-answers';
import { moduleManifestOf } from '@atrium/releases/release-manifest';
import { SiteStoreError } from '@atrium/releases/site-store-error';
import { RegistryUnreadableError } from '@atrium/releases/store-errors';
import * as v from 'valibot';
import { CommandError } from '../../errors.ts';
import { openDirectly, type DirectLocation, type StoreLocation } from './store.ts';

/** Milliseconds to wait for the site's response. */
const TIMEOUT = 20_000;

const listingSchema = v.pipe(v.string(), v.parseJson(), releaseListingSchema);

/** The part of a module manifest that this file needs. Sealing a build checks all of it. */
const ownPagesSchema = v.object({ name: remoteNameSchema, routes: v.record(v.string(), routePatternSchema) });

/** The pages of one module. */
export interface ModulePages {
  readonly name: string;
  readonly owner?: string;
  /** Path pattern of each route. */
  readonly routes: Readonly<Record<string, string>>;
}

/** Reads the pages of all live modules. A site makes them public, so it needs no token. @throws CommandError, StoreError, SiteStoreError */
export function readLivePages(location: StoreLocation): Promise<readonly ModulePages[]> {
  return location.kind === 'site' ? readFromSite(location.origin) : readFromStore(location);
}

async function readFromStore(location: DirectLocation): Promise<readonly ModulePages[]> {
  const store = openDirectly(location);
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
  if (reading.status === 'missing') return [];
  const pages: ModulePages[] = [];
  for (const [name, { kind, live }] of Object.entries(reading.registry.remotes)) {
    if (kind !== 'page-module' || live === null) continue;
    const manifest = moduleManifestOf(await store.readManifest(name, live));
    if (manifest === null) {
      const place = location.kind === 'directory' ? location.directory : location.url;
      throw new CommandError('invalid-release', `The live release of ${name} in ${place} cannot be read. Publish it again, or roll it back.`);
    }
    pages.push(manifest);
  }
  return pages;
}

async function readFromSite(origin: string): Promise<readonly ModulePages[]> {
  const { status, body } = await get(`${origin}/__atrium/registry`);
  if (status === 503) throw new CommandError('nothing-live', `Nothing is live on ${origin} yet. Publish a shell there first.`);
  const listing = v.safeParse(listingSchema, body);
  if (status === 200 && listing.success) return listing.output.pages.map(({ manifest }) => manifest);
  throw new SiteStoreError('unknown-answer', `${origin} does not respond like a supported Atrium site (status ${status}). Check the address, or update page-kit.`);
}

/** Reads the whole body here, because a connection can also break within it. */
async function get(address: string): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    throw new SiteStoreError('unreachable', `Cannot reach ${address}. Check the address, and that the site is running.`, { cause });
  }
}

/** Reads the pages of the module in a folder from its sources; null if the folder has no module. @throws CommandError for an invalid module manifest */
export async function readOwnPages(folder: string): Promise<ModulePages | null> {
  const file = path.join(folder, 'src/manifest.ts');
  try {
    await access(file);
  } catch {
    return null;
  }
  // Loads the TypeScript compiler, which takes longer than most commands.
  const { ModuleSourceError, readModuleManifestFile } = await import('../../webpack/module-sources.ts');
  let manifest: unknown;
  try {
    manifest = readModuleManifestFile(file);
  } catch (cause) {
    if (cause instanceof ModuleSourceError) throw new CommandError('bad-module-manifest', cause.message, { cause });
    throw cause;
  }
  const pages = v.safeParse(ownPagesSchema, manifest);
  if (pages.success) return pages.output;
  const [issue] = pages.issues;
  throw new CommandError('bad-module-manifest', `The module manifest in ${file} is invalid (${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}). Fix it first.`);
}

/** TypeScript declarations of the pages of these modules, by name and with their parameters. */
export function declareSitePages(modules: readonly ModulePages[]): string {
  const pages = modules
    .flatMap(({ name, routes }) => Object.entries(routes).map(([route, pattern]) => [`${name}.${route}`, pattern] as const))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    '// Generated by `atrium types` from the live pages of the site and the pages of this module. Run it again after they change.',
    'export {};',
    '',
    "declare module '@atrium/page-kit/contract/site' {",
    '  interface SitePages {',
    ...pages.map(([page, pattern]) => `    '${page}': ${parametersOf(pattern)};`),
    '  }',
    '}',
    '',
  ].join('\n');
}

/** The parameters of a path. The rest, which `*` at the end matches, is optional. */
function parametersOf(pattern: string): string {
  const segments = pattern.split('/');
  const members = [
    ...new Set(segments.filter((segment) => segment.startsWith(':')).map((segment) => `readonly ${segment.slice(1)}: string`)),
    ...(segments.at(-1) === '*' ? ["readonly '*'?: string"] : []),
  ];
  return members.length === 0 ? 'Record<never, string>' : `{ ${members.join('; ')} }`;
}
