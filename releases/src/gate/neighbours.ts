import type { GateFinding, SmokeTestResult } from '../model/gate-check.ts';
import { releaseKey } from '../model/identity.ts';
import type { Registry } from '../model/registry.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';

/** Everything that the gate checks. */
export interface GateInput {
  readonly registry: Registry;
  /**
   * The manifests of the releases that the registry points at, by {@link releaseKey}, without unusable ones, which must
   * not block others.
   */
  readonly manifests: ReadonlyMap<string, ReleaseManifest>;
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
  readonly manifest: ReleaseManifest;
  readonly as: 'live' | 'canary' | 'previous';
}

/** The live, canary and previous releases of the other remotes. Visitors never get those of a retired remote. */
export function neighboursOf({ registry, manifests, proposal }: GateInput): Neighbour[] {
  const found: Neighbour[] = [];
  for (const [name, { live, canary, previous }] of Object.entries(registry.remotes)) {
    if (name === proposal.name || live === null) continue;
    for (const [release, as] of [[live, 'live'], [canary?.release ?? null, 'canary'], [previous, 'previous']] as const) {
      const manifest = release === null ? undefined : manifests.get(releaseKey(name, release));
      if (manifest !== undefined) found.push({ manifest, as });
    }
  }
  return found;
}

/** The part of a finding that names the other release. */
export function against({ manifest: { name, release }, as }: Neighbour): Pick<Required<GateFinding>, 'against'> {
  return { against: { name, release, as } };
}

/** How messages call a release: a live one by its remote's name, others by their role. */
export function nameOf({ manifest: { name, release }, as }: Neighbour): string {
  return as === 'live' ? name : `the ${as === 'canary' ? 'canary' : 'previous release'} of ${name} (${release})`;
}
