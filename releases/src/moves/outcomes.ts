import type { GateFinding } from '../model/gate-check.ts';
import { unreleased, type RegisteredRemote, type Registry } from '../model/registry.ts';
import { MoveRefusedError } from '../model/store-errors.ts';
import { soundPrevious } from './earlier-release.ts';
import { admitted, type StoredFacts } from './stored-releases.ts';

/** What a move makes of a remote. */
export interface Outcome {
  readonly remote: RegisteredRemote;
  /** What the gate had to say against it, where the move was forced. */
  readonly overridden: readonly string[];
}

/** The refusal of a move for one reason. */
export function refusal(subject: string, check: GateFinding['check'], message: string): MoveRefusedError {
  return new MoveRefusedError(subject, [{ check, message }]);
}

/** A wish that makes a release live. */
export interface LiveWish {
  readonly action: 'publish' | 'rollback' | 'promote';
  readonly name: string;
  readonly release: string | null;
  readonly force: boolean;
}

/** What becomes of a remote when a release goes live. @throws MoveRefusedError */
export async function goneLive(
  registry: Registry,
  wish: LiveWish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
  when: Date,
): Promise<Outcome> {
  const { action, name, force } = wish;
  const release = meant(wish, current);
  const { kind, overridden } = await admitted(registry, { name, release, force }, facts);
  const left = current?.live ?? null;
  const previous = action === 'rollback' ? await soundPrevious(registry, { name, release, left: [left] }, facts) : left;
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

function meant({ action, name, release }: LiveWish, current: RegisteredRemote | null): string {
  if (action === 'promote') {
    const canary = current?.canary?.release ?? null;
    if (canary === null) throw refusal(`${name} cannot be promoted`, 'canary', 'there is no canary: begin one, or publish the release');
    if (release === null || release === canary) return canary;
    throw refusal(`${name} cannot be promoted`, 'canary', `the canary is ${canary}, and not this release: look at what is live`);
  }
  const found = release ?? current?.previous ?? null;
  if (found !== null) return found;
  const message = 'there is no earlier release to go back to: publish a mended one, or name a stored one';
  throw refusal(`${name} cannot be rolled back`, 'stored', message);
}

/** A wish for a canary: to begin one, to give it to more or fewer visitors, or, with 0 percent, to end it. */
export interface CanaryWish {
  readonly name: string;
  /** Null for the canary that there is. */
  readonly release: string | null;
  readonly percent: number;
  readonly force: boolean;
}

/** What becomes of a remote's canary. @throws MoveRefusedError */
export async function withCanary(
  registry: Registry,
  wish: CanaryWish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
): Promise<Outcome> {
  const { name, percent, force } = wish;
  const subject = `${name} cannot have this canary`;
  const release = wish.release ?? current?.canary?.release ?? null;
  if (!current?.live) throw refusal(subject, 'canary', 'nothing of it is live, which most visitors would get: publish it');
  if (release === null) throw refusal(subject, 'canary', 'there is none: name a stored release');
  if (release === current.live) throw refusal(subject, 'canary', 'this release is live: everybody has it already');
  if (percent === 0) {
    if (current.canary?.release !== release) throw refusal(subject, 'canary', 'another release is the canary: look at what is live');
    return { remote: { ...current, canary: null }, overridden: [] };
  }
  const { overridden } = await admitted(registry, { name, release, force }, facts);
  const quarantined = current.quarantined.filter((bad) => bad !== release);
  return { remote: { ...current, quarantined, canary: { release, percent } }, overridden };
}

/** So many releases of a remote are remembered as bad: more than garbage collection leaves of one. */
const mostQuarantined = 100;

/**
 * What becomes of a remote whose release was found bad: where it was live, the newest sound one before it takes its
 * place; as canary or previous release it goes.
 *
 * @throws MoveRefusedError
 */
export async function quarantined(
  registry: Registry,
  { name, release }: { readonly name: string; readonly release: string },
  current: RegisteredRemote | null,
  facts: StoredFacts,
  when: Date,
): Promise<Outcome> {
  if (current === null) throw refusal(`${name} has nothing to put in quarantine`, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  const bad = [release, ...current.quarantined.filter((other) => other !== release)].slice(0, mostQuarantined);
  const remote = { ...current, quarantined: bad, canary: current.canary?.release === release ? null : current.canary };
  const after = { ...registry, remotes: { ...registry.remotes, [name]: remote } };
  const before = (live: string | null) => soundPrevious(after, { name, release: live, left: [current.live, release] }, facts);
  if (current.live === release) {
    const live = await before(null);
    if (live === null) {
      const message = 'it is live, and no earlier release can take its place: publish a mended one, or retire the module';
      throw refusal(`Release ${release} of ${name} cannot go into quarantine`, 'stored', message);
    }
    return { remote: { ...remote, live, previous: await before(live), since: when.toISOString() }, overridden: [] };
  }
  if (current.previous === release) return { remote: { ...remote, previous: await before(current.live) }, overridden: [] };
  return { remote, overridden: [] };
}

/** What becomes of a remote that is retired. @throws MoveRefusedError */
export function retired(name: string, current: RegisteredRemote | null): Outcome {
  const subject = `${name} cannot be retired`;
  if (current === null) throw refusal(subject, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  if (current.kind !== 'page-module') {
    throw refusal(subject, 'kind', `it is the ${current.kind}, without which there is no site: release another one`);
  }
  return { remote: { ...current, live: null, previous: current.live, canary: null, since: null }, overridden: [] };
}
