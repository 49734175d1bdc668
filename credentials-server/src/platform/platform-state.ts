import type { PageFacts } from '@atrium/releases/page-facts';
import type { PlatformState } from '@atrium/releases/platform-wire';
import { emptyRegistry, type RegisteredRemote, type Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { RegistryUnreadableError, StoreError } from '@atrium/releases/store-errors';
import type { FastifyBaseLogger } from 'fastify';
import type { CurrentReleasesReader } from '../current-releases.ts';

/** Where the state is read. */
export interface PlatformGround {
  readonly store: ReleaseStore;
  readonly releases: CurrentReleasesReader;
}

/**
 * What is live where, how it does, and who may release what, for somebody of the platform team.
 *
 * @param registry what was just written; left out, the store is read
 * @throws RegistryUnreadableError, StoreAwayError
 */
export async function platformState(
  { store, releases }: PlatformGround,
  person: string,
  log: FastifyBaseLogger,
  registry?: Registry,
): Promise<PlatformState> {
  const [{ revision, remotes }, { site, problems }, health, teams] = await Promise.all([
    registry ?? readRegistry(store),
    releases.read(),
    orNull(log, () => store.health.read()),
    orNull(log, () => store.teams.listTeams()),
  ]);
  return {
    revision,
    person,
    remotes: await Promise.all(
      Object.entries(remotes).map(async ([name, remote]) => {
        const facts = site?.pages.find((page) => page.name === name)?.facts ?? (await formerFacts(store, name, remote));
        return { name, title: facts?.title ?? null, owner: facts?.owner ?? null, ...remote };
      }),
    ),
    health: health && health.map(({ name, release, recent, all }) => ({ name, release, recent, all })),
    problems: [...problems],
    teams: teams && teams.map(({ team, remotes: covered, tokens }) => ({
      team,
      remotes: [...covered],
      // Field by field: what else a store may come to keep of a token stays here.
      tokens: tokens.map(({ id, created, expires }) => ({ id, created, expires })),
    })),
  };
}

async function readRegistry(store: ReleaseStore): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
  return reading.status === 'ok' ? reading.registry : emptyRegistry;
}

/** What is beside the point of the page does not keep it from those who have to roll back. */
async function orNull<Value>(log: FastifyBaseLogger, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof StoreError)) throw err;
    log.error({ err }, 'the platform team’s page lacks a part');
    return null;
  }
}

/** What a retired module is called: the site does not know it any more. */
async function formerFacts(store: ReleaseStore, name: string, { live, previous }: RegisteredRemote): Promise<PageFacts | null> {
  if (live !== null || previous === null) return null;
  const reading = await store.readManifest(name, previous);
  return reading.status === 'ok' && reading.manifest.kind === 'page-module' ? reading.manifest.facts : null;
}
