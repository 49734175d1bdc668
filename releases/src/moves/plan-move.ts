import * as v from 'valibot';
import { moveSchema, type LogEntry, type Move } from '../model/move.ts';
import { registeredRemote, type RegisteredRemote, type Registry } from '../model/registry.ts';
import { InvalidMoveError, RevisionMismatchError } from '../model/store-errors.ts';
import { changeCanary, goLive, quarantine, retire, type Outcome } from './outcomes.ts';
import type { StoreReader } from './admit-release.ts';

/** An allowed move: the registry after it, and its entry in the log. */
export interface PlannedMove {
  readonly registry: Registry;
  readonly entry: LogEntry;
}

type MoveRequest = v.InferOutput<typeof moveSchema>;

/**
 * Plans a move and runs the gate. A store calls it while no other process can write, and then writes the result.
 *
 * @returns null when the registry is already in the requested state, so that retrying a move is safe
 * @throws InvalidMoveError, RevisionMismatchError, MoveRefusedError
 */
export async function planMove(
  registry: Registry,
  move: Move,
  reader: StoreReader,
  when: Date,
): Promise<PlannedMove | null> {
  const request = parseMove(move);
  const { action, name } = request;
  const current = registeredRemote(registry, name);
  if (isDone(request, current)) return null;
  if (registry.revision !== request.expectedRevision) {
    throw new RevisionMismatchError(request.expectedRevision, registry.revision);
  }
  const { remote, overridden } = await outcomeOf(registry, request, current, reader, when);
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
      who: request.who,
      why: request.why,
      team: request.team,
      overridden: [...overridden],
      canary: remote.canary,
      quarantined: action === 'quarantine' ? request.release : null,
    },
  };
}

function parseMove(move: Move): MoveRequest {
  const parsed = v.safeParse(moveSchema, move);
  if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
  const { action, release, percent } = parsed.output;
  const isNeeded = action === 'publish' || action === 'quarantine';
  if (isNeeded && release === null) throw new InvalidMoveError(`Nothing was moved: name the release (${action}).`);
  if (action === 'retire' && release !== null) throw new InvalidMoveError('Nothing was moved: retiring takes no release.');
  if ((action === 'canary') !== (percent !== null)) throw new InvalidMoveError('Nothing was moved: only a canary takes a percentage, and it needs one.');
  return parsed.output;
}

function isDone({ action, release, percent }: MoveRequest, current: RegisteredRemote | null): boolean {
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
  request: MoveRequest,
  current: RegisteredRemote | null,
  reader: StoreReader,
  when: Date,
): Promise<Outcome> | Outcome {
  const { action, name, release, percent, force } = request;
  switch (action) {
    case 'retire':
      return retire(name, current);
    case 'canary':
      return changeCanary(registry, { name, release, percent: percent ?? 0, force }, current, reader);
    case 'quarantine':
      return quarantine(registry, { name, release: release ?? '' }, current, reader, when);
    case 'publish':
    case 'rollback':
    case 'promote':
      return goLive(registry, { action, name, release, force }, current, reader, when);
  }
}
