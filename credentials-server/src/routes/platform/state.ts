import { extensionStates, moduleManifestOf, threeQuartersWithin, type ModuleManifest, type RegisteredRemote, type Registry } from '@atrium/releases/model';
import type { ReleaseTimings } from '@atrium/releases/health';
import { contributionListing, type LiveSite } from '@atrium/releases/resolve';
import type { PlatformState } from '@atrium/releases/wire';
import { currentRegistry, StoreError, type ReleaseStore } from '@atrium/releases/stores';
import type { FastifyBaseLogger } from 'fastify';
import type { CurrentReleasesReader } from '../../site/current-releases.ts';
import type { LatestFailures } from './latest-failures.ts';

/** Where the state is read from. */
export interface PlatformSources {
  readonly store: ReleaseStore;
  readonly releases: CurrentReleasesReader;
  readonly failures: LatestFailures;
}

/**
 * Reads what the platform team's page shows: the remotes with their releases, their health, and the teams with their rights.
 *
 * @param registry the registry, if the caller has just written it
 * @throws RegistryUnreadableError, StoreUnavailableError
 */
export async function readPlatformState(
  { store, releases, failures }: PlatformSources,
  person: string,
  log: FastifyBaseLogger,
  registry?: Registry,
): Promise<PlatformState> {
  const reading = registry ?? currentRegistry(store);
  const [{ revision, remotes }, { site, problems }, health, timings, latestFailures, teams] = await Promise.all([
    reading,
    releases.read(),
    orNull(log, () => store.health.read()),
    orNull(log, () => store.health.timings()),
    orNull(log, () => failures.read(reading)),
    orNull(log, () => store.teams.listTeams()),
  ]);
  return {
    revision,
    person,
    remotes: await Promise.all(
      Object.entries(remotes).map(async ([name, remote]) => {
        const manifest = site?.pages.find((page) => page.name === name)?.manifest ?? (await retiredModuleManifest(store, name, remote));
        return { name, title: manifest?.title ?? null, owner: manifest?.owner ?? null, ...remote };
      }),
    ),
    health: health && health.map(({ name, release, recent, all }) => ({ name, release, recent, all, ...speedOf(name, release, timings ?? []) })),
    failures: latestFailures,
    problems: [...problems],
    waiting: site === null ? [] : waitingExtensions(site),
    teams: teams && teams.map(({ team, remotes: covered, tokens }) => ({
      team,
      remotes: [...covered],
      // Field by field, so that fields that a store adds to tokens later are not sent.
      tokens: tokens.map(({ id, created, expires }) => ({ id, created, expires })),
    })),
  };
}

/** Reads an optional part of the page: without it, the team can still roll back. */
async function orNull<Value>(log: FastifyBaseLogger, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof StoreError)) throw err;
    log.error({ err }, 'a part of the platform team’s page cannot be read');
    return null;
  }
}

function speedOf(name: string, release: string, timings: readonly ReleaseTimings[]) {
  const own = timings.find((one) => one.name === name && one.release === release)?.timings ?? [];
  return { load: threeQuartersWithin(own, 'load'), input: threeQuartersWithin(own, 'input') };
}

function waitingExtensions(site: LiveSite): PlatformState['waiting'] {
  const modules = contributionListing(site).modules.map(({ name, contributions }) => ({ name, ...contributions }));
  return extensionStates(modules)
    .filter(({ state }) => state !== 'shown')
    .map(({ module, extension, slot, slotVersion, offered }) => ({ module, extension, slot, slotVersion, offered }));
}

/** The manifest of a retired module, which the live site no longer has. */
async function retiredModuleManifest(store: ReleaseStore, name: string, { live, previous }: RegisteredRemote): Promise<ModuleManifest | null> {
  if (live !== null || previous === null) return null;
  const reading = await store.readManifest(name, previous);
  return moduleManifestOf(reading);
}
