import * as v from 'valibot';
import { askGate, type Evidence } from './gate/ask-gate.ts';
import type { GateAnswer, GateFinding } from './gate/gate-finding.ts';
import { canBeForced } from './gate/gate.ts';
import type { LogEntry, LogQuery } from './log-entry.ts';
import { moveSchema, type Move } from './move.ts';
import { registeredRemote, type RegisteredRemote, type Registry } from './registry.ts';
import type { ReadManifest } from './release-store.ts';
import type { RemoteKind } from './remote-name.ts';
import { soundPrevious } from './sound-previous.ts';
import { InvalidMoveError, MoveRefusedError, RevisionMismatchError } from './store-errors.ts';

/** How a move learns what is stored. */
export interface StoredFacts {
  /** Reads the manifest of a release that the registry points at; it may come from a cache. */
  readonly readManifest: ReadManifest;
  /** Reads the manifest of a release that may have been collected as garbage. */
  readonly readManifestAnew: ReadManifest;
  readonly readEvidence: (name: string, release: string) => Promise<Evidence>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
}

/** A move that may be made: the registry after it, and its entry in the log. */
export interface PlannedMove {
  readonly registry: Registry;
  readonly entry: LogEntry;
}

type Wish = v.InferOutput<typeof moveSchema>;

/**
 * Plans a move, with the gate's checks. A store calls it where nobody else can write, and then writes what it gives.
 *
 * @returns null if everything is as wished already: who repeats a move because the answer got lost has what was wished
 * @throws InvalidMoveError, RevisionMismatchError, MoveRefusedError
 */
export async function plannedMove(
  registry: Registry,
  move: Move,
  facts: StoredFacts,
  when: Date,
): Promise<PlannedMove | null> {
  const wish = parsedWish(move);
  const current = registeredRemote(registry, wish.name);
  if (isFulfilled(wish, current)) return null;
  if (registry.revision !== wish.expectedRevision) {
    throw new RevisionMismatchError(wish.expectedRevision, registry.revision);
  }
  const { remote, overridden } =
    wish.action === 'retire' ? retired(wish.name, current) : await withRelease(registry, wish, current, facts);
  const revision = registry.revision + 1;
  return {
    registry: { ...registry, revision, remotes: { ...registry.remotes, [wish.name]: remote } },
    entry: {
      revision,
      action: wish.action,
      name: wish.name,
      release: remote.live,
      replaced: current?.live ?? null,
      previous: remote.previous,
      when: when.toISOString(),
      who: wish.who,
      why: wish.why,
      team: wish.team,
      overridden,
    },
  };
}

function parsedWish(move: Move): Wish {
  const parsed = v.safeParse(moveSchema, move);
  if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
  const { action, release } = parsed.output;
  if (action === 'publish' && release === null) throw new InvalidMoveError('Nothing was moved: name the release to publish.');
  if (action === 'retire' && release !== null) throw new InvalidMoveError('Nothing was moved: retiring takes no release.');
  return parsed.output;
}

function isFulfilled({ action, release }: Wish, current: RegisteredRemote | null): boolean {
  if (action === 'retire') return current !== null && current.live === null;
  return release !== null && current?.live === release;
}

interface Outcome {
  readonly remote: RegisteredRemote;
  readonly overridden: string[];
}

function retired(name: string, current: RegisteredRemote | null): Outcome {
  const refuse = (check: GateFinding['check'], message: string) =>
    new MoveRefusedError(`${name} cannot be retired`, [{ check, message }]);
  if (current === null) throw refuse('stored', 'nothing was ever released under this name: look at the list of what is live');
  if (current.kind !== 'page-module') throw refuse('kind', `it is the ${current.kind}, without which there is no site: release another one`);
  return { remote: { ...current, live: null, previous: current.live }, overridden: [] };
}

async function withRelease(
  registry: Registry,
  wish: Wish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
): Promise<Outcome> {
  const { action, name, force } = wish;
  const release = wish.release ?? current?.previous ?? null;
  if (release === null) {
    const message = 'there is no earlier release to go back to: publish a mended one, or name a stored one';
    throw new MoveRefusedError(`${name} cannot be rolled back`, [{ check: 'stored', message }]);
  }
  const { kind, findings } = await examined(registry, { name, release }, facts);
  if (kind === null || (findings.length > 0 && !(force && findings.every(canBeForced)))) {
    throw new MoveRefusedError(`Release ${release} of ${name} cannot go live`, findings);
  }
  const left = current?.live ?? null;
  const previous = action === 'rollback' ? await soundPrevious(registry, { name, release, left }, facts) : left;
  return {
    remote: { kind, live: release, previous },
    overridden: findings.map(({ message }) => message),
  };
}

/** What the gate has to say of a stored release; `kind` is null where its manifest cannot be read. */
async function examined(
  registry: Registry,
  { name, release }: { readonly name: string; readonly release: string },
  facts: StoredFacts,
): Promise<{ readonly kind: RemoteKind | null; readonly findings: readonly GateFinding[] }> {
  const reading = await facts.readManifestAnew(name, release);
  if (reading.status !== 'ok') {
    const message = reading.status === 'missing' ? 'it is not stored: publish it first' : `${reading.problem}: publish it again`;
    return { kind: null, findings: [{ check: 'stored', message }] };
  }
  const { manifest } = reading;
  const { findings } = await askGate(registry, manifest, await facts.readEvidence(name, release), facts.readManifest);
  return { kind: manifest.kind, findings };
}

/** The gate's answer for a stored release, moving nothing. */
export async function answerForStored(
  registry: Registry,
  stored: { readonly name: string; readonly release: string },
  facts: StoredFacts,
): Promise<GateAnswer> {
  const { findings } = await examined(registry, stored, facts);
  return { allowed: findings.length === 0, findings: [...findings] };
}
