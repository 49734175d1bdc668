import * as v from 'valibot';
import type { GateAnswer } from '../model/gate-check.ts';
import { moveSchema, type LogEntry, type Move } from '../model/move.ts';
import { registeredRemote, type RegisteredRemote, type Registry } from '../model/registry.ts';
import { InvalidMoveError, RevisionMismatchError } from '../model/store-errors.ts';
import { goneLive, quarantined, retired, withCanary, type Outcome } from './outcomes.ts';
import { examined, type StoredFacts, type StoredRelease } from './stored-releases.ts';

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
  const { action, name } = wish;
  const current = registeredRemote(registry, name);
  if (isFulfilled(wish, current)) return null;
  if (registry.revision !== wish.expectedRevision) {
    throw new RevisionMismatchError(wish.expectedRevision, registry.revision);
  }
  const { remote, overridden } = await outcomeOf(registry, wish, current, facts, when);
  const revision = registry.revision + 1;
  return {
    registry: { ...registry, revision, remotes: { ...registry.remotes, [name]: remote } },
    entry: {
      revision,
      action,
      name,
      release: remote.live,
      replaced: current?.live ?? null,
      previous: remote.previous,
      when: when.toISOString(),
      who: wish.who,
      why: wish.why,
      team: wish.team,
      overridden: [...overridden],
      canary: remote.canary,
      quarantined: action === 'quarantine' ? wish.release : null,
    },
  };
}

/** The gate's answer for a stored release, moving nothing. */
export async function answerForStored(registry: Registry, stored: StoredRelease, facts: StoredFacts): Promise<GateAnswer> {
  const { findings } = await examined(registry, stored, facts);
  return { allowed: findings.length === 0, findings: [...findings] };
}

function parsedWish(move: Move): Wish {
  const parsed = v.safeParse(moveSchema, move);
  if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
  const { action, release, percent } = parsed.output;
  const isNeeded = action === 'publish' || action === 'quarantine';
  if (isNeeded && release === null) throw new InvalidMoveError(`Nothing was moved: name the release (${action}).`);
  if (action === 'retire' && release !== null) throw new InvalidMoveError('Nothing was moved: retiring takes no release.');
  if ((action === 'canary') !== (percent !== null)) throw new InvalidMoveError('Nothing was moved: a canary takes a percentage, and nothing else does.');
  return parsed.output;
}

function isFulfilled({ action, release, percent }: Wish, current: RegisteredRemote | null): boolean {
  if (current === null) return false;
  const { live, canary } = current;
  switch (action) {
    case 'retire':
      return live === null;
    case 'canary':
      if (percent === 0) return canary === null;
      return canary !== null && canary.percent === percent && (release === null || release === canary.release);
    case 'quarantine':
      return release !== null && current.quarantined.includes(release) && ![live, current.previous, canary?.release].includes(release);
    case 'promote':
      return release !== null && live === release && canary?.release !== release;
    case 'publish':
    case 'rollback':
      return release !== null && live === release;
  }
}

function outcomeOf(
  registry: Registry,
  wish: Wish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
  when: Date,
): Promise<Outcome> | Outcome {
  const { action, name, release, percent, force } = wish;
  switch (action) {
    case 'retire':
      return retired(name, current);
    case 'canary':
      return withCanary(registry, { name, release, percent: percent ?? 0, force }, current, facts);
    case 'quarantine':
      return quarantined(registry, { name, release: release ?? '' }, current, facts, when);
    case 'publish':
    case 'rollback':
    case 'promote':
      return goneLive(registry, { action, name, release, force }, current, facts, when);
  }
}
