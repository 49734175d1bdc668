import { askGate } from '../gate/ask-gate.ts';
import type { GateFinding } from '../gate/gate-finding.ts';
import { canBeForced } from '../gate/gate.ts';
import type { Registry } from '../registry.ts';
import type { RemoteKind } from '../remote-kind.ts';
import { MoveRefusedError } from '../store-errors.ts';
import type { StoredFacts } from './stored-facts.ts';

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
