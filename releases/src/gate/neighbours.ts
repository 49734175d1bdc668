import type { GateFinding, SmokeTestResult } from '../model/gate-check.ts';
import { releaseKey } from '../model/identity.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import type { Registry } from '../model/registry.ts';
import { moduleManifestOf, type ManifestReading, type ReleaseManifest } from '../model/release-manifest.ts';

/** Everything that the gate checks. */
export interface GateInput {
  readonly registry: Registry;
  /** The manifests of the releases that the registry points at, by {@link releaseKey}. Unusable ones do not block others. */
  readonly readings: ReadonlyMap<string, ManifestReading>;
  /** The release to check. */
  readonly proposal: ReleaseManifest;
  /** The result of its smoke test; null if it never ran. */
  readonly smokeTest: SmokeTestResult | null;
  /** The findings of forbiddenContents in its files. */
  readonly forbidden: readonly string[];
  /** The findings of unconfinedStyles in its style sheets. */
  readonly styles: readonly string[];
}

/** A release that may meet the proposed one in a visitor's tab. */
export interface Neighbour {
  readonly name: string;
  readonly release: string;
  readonly as: 'live' | 'canary' | 'previous';
  /** Null for a live release of page contract 1, which cannot run. */
  readonly manifest: ReleaseManifest | null;
  /** What a page module declares, including its paths; null for other kinds. */
  readonly moduleManifest: ModuleManifest | null;
}

/**
 * The live, canary and previous releases of the other remotes. Visitors never get those of a retired remote. A release of
 * page contract 1 counts only while it is live, because the gate no longer admits it.
 */
export function neighboursOf({ registry, readings, proposal }: GateInput): Neighbour[] {
  const found: Neighbour[] = [];
  for (const [name, { live, canary, previous }] of Object.entries(registry.remotes)) {
    if (name === proposal.name || live === null) continue;
    for (const [release, as] of [[live, 'live'], [canary?.release ?? null, 'canary'], [previous, 'previous']] as const) {
      const reading = release === null ? undefined : readings.get(releaseKey(name, release));
      if (release === null || reading === undefined) continue;
      const manifest = reading.status === 'ok' ? reading.manifest : null;
      const moduleManifest = moduleManifestOf(reading);
      if (manifest !== null || (moduleManifest !== null && as === 'live')) found.push({ name, release, as, manifest, moduleManifest });
    }
  }
  return found;
}

/** The part of a finding that names the other release. */
export function against({ name, release, as }: Neighbour): Pick<Required<GateFinding>, 'against'> {
  return { against: { name, release, as } };
}

/** How messages refer to a release: to a live one by its remote's name, to others by their role. */
export function nameOf({ name, release, as }: Neighbour): string {
  return as === 'live' ? name : `the ${as === 'canary' ? 'canary' : 'previous release'} of ${name} (${release})`;
}
