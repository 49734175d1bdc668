import type { Registry } from '../registry.ts';
import type { ReleaseManifest } from '../release-manifest.ts';
import type { ReadManifest } from '../release-store.ts';
import type { Trial } from '../trial.ts';
import { releaseKey } from './gate-facts.ts';
import type { GateAnswer } from './gate-finding.ts';
import { gate } from './gate.ts';

/** What is known of a release besides its manifest. */
export interface Evidence {
  readonly trial: Trial | null;
  readonly forbidden: readonly string[];
  readonly styles: readonly string[];
}

/** Reads what the registry points at, each manifest once, and asks the gate. */
export async function askGate(
  registry: Registry,
  proposal: ReleaseManifest,
  evidence: Evidence,
  readManifest: ReadManifest,
): Promise<GateAnswer> {
  const pointed = Object.entries(registry.remotes).flatMap(([name, { live, canary, previous }]) =>
    [live, canary?.release ?? null, previous].flatMap((release) => (release === null ? [] : [{ name, release }])),
  );
  const readings = await Promise.all(pointed.map(({ name, release }) => readManifest(name, release)));
  const manifests = new Map<string, ReleaseManifest>();
  for (const reading of readings) {
    if (reading.status === 'ok') manifests.set(releaseKey(reading.manifest.name, reading.manifest.release), reading.manifest);
  }
  return gate({ registry, manifests, proposal, ...evidence });
}
