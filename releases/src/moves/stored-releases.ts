import { askGate, canBeForced, type Evidence } from '../gate/gate.ts';
import type { GateFinding } from '../model/gate-check.ts';
import type { RemoteKind } from '../model/identity.ts';
import type { LogEntry, LogQuery } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';
import type { ReadManifest } from '../model/release-manifest.ts';
import { MoveRefusedError } from '../model/store-errors.ts';

/** How a move learns what is stored. */
export interface StoredFacts {
  /** Reads the manifest of a release that the registry points at; it may come from a cache. */
  readonly readManifest: ReadManifest;
  /** Reads the manifest of a release that may have been collected as garbage. */
  readonly readManifestAnew: ReadManifest;
  readonly readEvidence: (name: string, release: string) => Promise<Evidence>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
}

/** A release that is stored, or should be. */
export interface StoredRelease {
  readonly name: string;
  readonly release: string;
}

/** A release that may go to visitors. */
export interface Admitted {
  readonly kind: RemoteKind;
  /** What the gate had to say against it, where it was forced. */
  readonly overridden: readonly string[];
}

/** What the gate has to say of a stored release; `kind` is null where its manifest cannot be read. */
export async function examined(
  registry: Registry,
  { name, release }: StoredRelease,
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

/** Asks whether visitors may get a release. @throws MoveRefusedError */
export async function admitted(
  registry: Registry,
  wish: StoredRelease & { readonly force: boolean },
  facts: StoredFacts,
): Promise<Admitted> {
  const { kind, findings } = await examined(registry, wish, facts);
  if (kind === null || (findings.length > 0 && !(wish.force && findings.every(canBeForced)))) {
    throw new MoveRefusedError(`Release ${wish.release} of ${wish.name} cannot go live`, findings);
  }
  return { kind, overridden: findings.map(({ message }) => message) };
}
