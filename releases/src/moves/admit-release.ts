import { askGate, canBeForced, type Evidence } from '../gate/gate.ts';
import type { GateResponse, GateFinding, Proposal } from '../model/gate-check.ts';
import type { RemoteKind } from '../model/remote-kind.ts';
import type { LogEntry, LogQuery } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';
import type { ReadManifest } from '../model/release-manifest.ts';
import { MoveRefusedError } from '../model/store-errors.ts';

/** Reads what a store has. */
export interface StoreReader {
  /** Reads the manifest of a release that the registry points at. It may come from a cache. */
  readonly readManifest: ReadManifest;
  /** Reads the manifest of a release that garbage collection may have removed. */
  readonly readCurrentManifest: ReadManifest;
  readonly readEvidence: (name: string, release: string) => Promise<Evidence>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
}

/** Runs the gate for a proposal, without moving anything. */
export async function checkProposal(registry: Registry, proposal: Proposal, reader: StoreReader): Promise<GateResponse> {
  if ('manifest' in proposal) {
    const { manifest, smokeTest, forbidden = [], styles = [] } = proposal;
    return askGate(registry, manifest, { smokeTest, forbidden, styles }, reader.readManifest);
  }
  const { findings } = await checkStored(registry, proposal, reader);
  return { allowed: findings.length === 0, findings: [...findings] };
}

/**
 * Checks that visitors may get a stored release.
 *
 * @returns the findings that `force` overrode
 * @throws MoveRefusedError
 */
export async function admit(
  registry: Registry,
  { name, release, force }: { readonly name: string; readonly release: string; readonly force: boolean },
  reader: StoreReader,
): Promise<{ readonly kind: RemoteKind; readonly overridden: readonly string[] }> {
  const { kind, findings } = await checkStored(registry, { name, release }, reader);
  if (kind === null || (findings.length > 0 && !(force && findings.every(canBeForced)))) {
    throw new MoveRefusedError(`Release ${release} of ${name} cannot go live`, findings);
  }
  return { kind, overridden: findings.map(({ message }) => message) };
}

/** Runs the gate for a stored release. `kind` is null if its manifest cannot be read. */
async function checkStored(
  registry: Registry,
  { name, release }: { readonly name: string; readonly release: string },
  reader: StoreReader,
): Promise<{ readonly kind: RemoteKind | null; readonly findings: readonly GateFinding[] }> {
  const reading = await reader.readCurrentManifest(name, release);
  if (reading.status !== 'ok') {
    const message = reading.status === 'missing' ? 'it is not stored: publish it first' : `${reading.problem}; publish it again`;
    return { kind: null, findings: [{ check: 'stored', message }] };
  }
  const { manifest } = reading;
  const { findings } = await askGate(registry, manifest, await reader.readEvidence(name, release), reader.readManifest);
  return { kind: manifest.kind, findings };
}
