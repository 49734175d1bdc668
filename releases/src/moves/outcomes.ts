import type { GateFinding } from '../model/gate-check.ts';
import { unreleased, type RegisteredRemote, type Registry } from '../model/registry.ts';
import { MoveRefusedError } from '../model/store-errors.ts';
import { earlierRelease } from './earlier-release.ts';
import { admit, type StoreReader } from './admit-release.ts';

/** What a move changes. */
export interface Outcome {
  /** The remote's new entry in the registry. */
  readonly remote: RegisteredRemote;
  /** The gate's findings that `force` overrode. */
  readonly overridden: readonly string[];
}

/** A request that makes a release live. */
interface LiveRequest {
  readonly action: 'publish' | 'rollback' | 'promote';
  readonly name: string;
  readonly release: string | null;
  readonly force: boolean;
}

/** A request to start a canary, to change its percentage, or, with 0 percent, to end it. */
interface CanaryRequest {
  readonly name: string;
  /** Null for the current canary. */
  readonly release: string | null;
  readonly percent: number;
  readonly force: boolean;
}

/** The quarantine list's limit: more than garbage collection leaves of a remote. */
const MAX_QUARANTINED = 100;

/** Makes a release live. @throws MoveRefusedError */
export async function goLive(
  registry: Registry,
  request: LiveRequest,
  current: RegisteredRemote | null,
  reader: StoreReader,
  when: Date,
): Promise<Outcome> {
  const { action, name, force } = request;
  const release = requestedRelease(request, current);
  const { kind, overridden } = await admit(registry, { name, release, force }, reader);
  const left = current?.live ?? null;
  const previous = action === 'rollback' ? await earlierRelease(registry, { name, release, excluded: [left] }, reader) : left;
  const before = current ?? unreleased(kind);
  return {
    remote: {
      ...before,
      kind,
      live: release,
      previous,
      canary: before.canary?.release === release ? null : before.canary,
      quarantined: before.quarantined.filter((bad) => bad !== release),
      since: when.toISOString(),
    },
    overridden,
  };
}

/** Starts, changes or ends a canary. @throws MoveRefusedError */
export async function changeCanary(
  registry: Registry,
  request: CanaryRequest,
  current: RegisteredRemote | null,
  reader: StoreReader,
): Promise<Outcome> {
  const { name, percent, force } = request;
  const subject = `${name} cannot have this canary`;
  const release = request.release ?? current?.canary?.release ?? null;
  if (!current?.live) throw refusal(subject, 'canary', 'it has no live release for the other visitors: publish one first');
  if (release === null) throw refusal(subject, 'canary', 'there is none: name a stored release');
  if (release === current.live) throw refusal(subject, 'canary', 'this release is live: all visitors already get it');
  if (percent === 0) {
    if (current.canary?.release !== release) throw refusal(subject, 'canary', 'another release is the canary: look at what is live');
    return { remote: { ...current, canary: null }, overridden: [] };
  }
  const { overridden } = await admit(registry, { name, release, force }, reader);
  const quarantined = current.quarantined.filter((bad) => bad !== release);
  return { remote: { ...current, quarantined, canary: { release, percent } }, overridden };
}

/**
 * Takes a bad release away from visitors. If it is live, the newest sound release before it replaces it.
 *
 * @throws MoveRefusedError
 */
export async function quarantine(
  registry: Registry,
  { name, release }: { readonly name: string; readonly release: string },
  current: RegisteredRemote | null,
  reader: StoreReader,
  when: Date,
): Promise<Outcome> {
  if (current === null) throw refusal(`${name} has nothing to put in quarantine`, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  const bad = [release, ...current.quarantined.filter((other) => other !== release)].slice(0, MAX_QUARANTINED);
  const remote = { ...current, quarantined: bad, canary: current.canary?.release === release ? null : current.canary };
  const after = { ...registry, remotes: { ...registry.remotes, [name]: remote } };
  const before = (live: string | null) => earlierRelease(after, { name, release: live, excluded: [current.live, release] }, reader);
  if (current.live === release) {
    const live = await before(null);
    if (live === null) {
      const message = 'it is live, and no earlier release can replace it: publish a fixed one, or retire the module';
      throw refusal(`Release ${release} of ${name} cannot go into quarantine`, 'stored', message);
    }
    return { remote: { ...remote, live, previous: await before(live), since: when.toISOString() }, overridden: [] };
  }
  if (current.previous === release) return { remote: { ...remote, previous: await before(current.live) }, overridden: [] };
  return { remote, overridden: [] };
}

/** Takes a page module off the site. @throws MoveRefusedError */
export function retire(name: string, current: RegisteredRemote | null): Outcome {
  const subject = `${name} cannot be retired`;
  if (current === null) throw refusal(subject, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  if (current.kind !== 'page-module') {
    throw refusal(subject, 'kind', `it is the ${current.kind}, without which there is no site: release another one`);
  }
  return { remote: { ...current, live: null, previous: current.live, canary: null, since: null }, overridden: [] };
}

function requestedRelease({ action, name, release }: LiveRequest, current: RegisteredRemote | null): string {
  if (action === 'promote') {
    const canary = current?.canary?.release ?? null;
    if (canary === null) throw refusal(`${name} cannot be promoted`, 'canary', 'there is no canary: start one, or publish the release');
    if (release === null || release === canary) return canary;
    throw refusal(`${name} cannot be promoted`, 'canary', `the canary is ${canary}, and not this release: look at what is live`);
  }
  const found = release ?? current?.previous ?? null;
  if (found !== null) return found;
  const message = 'there is no earlier release to go back to: publish a fixed one, or name a stored one';
  throw refusal(`${name} cannot be rolled back`, 'stored', message);
}

function refusal(subject: string, check: GateFinding['check'], message: string): MoveRefusedError {
  return new MoveRefusedError(subject, [{ check, message }]);
}
