import { releaseListingSchema } from '@atrium/releases/release-answers';
import { moduleManifestOf } from '@atrium/releases/release-manifest';
import { SiteStoreError } from '@atrium/releases/site-store-error';
import { RegistryUnreadableError } from '@atrium/releases/store-errors';
import * as v from 'valibot';
import { CommandError } from '../report/command-error.ts';
import { openPlace, type OpenPlace, type StorePlace } from './store-choice.ts';

/** Milliseconds for the site's answer. */
const timeout = 20_000;

const listingSchema = v.pipe(v.string(), v.parseJson(), releaseListingSchema);

/** The pages of a live page module, from its module manifest. */
export interface LivePages {
  readonly name: string;
  readonly owner?: string;
  /** Path pattern of each route. */
  readonly routes: Readonly<Record<string, string>>;
}

/** The page modules that are live. A site tells them to everybody: no token is needed. @throws CommandError, StoreError, SiteStoreError */
export function livePages(place: StorePlace): Promise<readonly LivePages[]> {
  return place.kind === 'site' ? pagesOfSite(place.origin) : pagesOfPlace(place);
}

async function pagesOfPlace(place: OpenPlace): Promise<readonly LivePages[]> {
  const store = openPlace(place);
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
  if (reading.status === 'missing') return [];
  const pages: LivePages[] = [];
  for (const [name, { kind, live }] of Object.entries(reading.registry.remotes)) {
    if (kind !== 'page-module' || live === null) continue;
    const manifest = moduleManifestOf(await store.readManifest(name, live));
    if (manifest !== null) pages.push(manifest);
    else throw new CommandError('invalid-release', `What is live of ${name} cannot be read in ${place.kind === 'directory' ? place.directory : place.url}. Publish it again, or roll it back.`);
  }
  return pages;
}

async function pagesOfSite(origin: string): Promise<readonly LivePages[]> {
  const { status, body } = await ask(`${origin}/__atrium/registry`);
  if (status === 503) throw new CommandError('nothing-live', `${origin} has nothing live yet. Publish a shell there first.`);
  const listing = v.safeParse(listingSchema, body);
  if (status === 200 && listing.success) return listing.output.pages.map(({ manifest }) => manifest);
  throw new SiteStoreError('unknown-answer', `${origin} answers (${status}) like no Atrium site that is known here. Check the address, or update page-kit.`);
}

/** An answer with all of its body: a line can break within one, too. */
async function ask(address: string): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    throw new SiteStoreError('unreachable', `${address} cannot be reached. Is the address right, and is the site running?`, { cause });
  }
}
