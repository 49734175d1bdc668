import type { GateFinding, Trial } from '../model/gate-check.ts';
import { releaseKey } from '../model/identity.ts';
import type { Registry } from '../model/registry.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';

/** All that the gate looks at. */
export interface GateFacts {
  readonly registry: Registry;
  /**
   * The manifests of the releases that the registry points at, by {@link releaseKey}. One that cannot be read is left
   * out: its module is not on the site, and must not keep the others from going live.
   */
  readonly manifests: ReadonlyMap<string, ReleaseManifest>;
  /** The release that shall go live. */
  readonly proposal: ReleaseManifest;
  /** What running it came to; null if it was never run. */
  readonly trial: Trial | null;
  /** What forbiddenContents found in its files. */
  readonly forbidden: readonly string[];
  /** What unconfinedStyles found in its style sheets. */
  readonly styles: readonly string[];
}

/** A release that may meet the proposed one in a visitor's tab. */
export interface Neighbour {
  readonly manifest: ReleaseManifest;
  readonly as: 'live' | 'canary' | 'previous';
}

/** The live, canary and previous releases of the other remotes. Those of a retired remote are nobody's neighbours. */
export function neighboursOf({ registry, manifests, proposal }: GateFacts): Neighbour[] {
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

/** A release in a sentence: the live ones by name, the others as what they are. */
export function named({ manifest: { name, release }, as }: Neighbour): string {
  return as === 'live' ? name : `the ${as === 'canary' ? 'canary' : 'previous release'} of ${name} (${release})`;
}
