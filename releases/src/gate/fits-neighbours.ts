import type { ReleaseManifest } from '../release-manifest.ts';
import { contractMismatches, shellMismatches } from './compatibility.ts';
import { against, named, type Neighbour } from './gate-facts.ts';
import type { GateFinding } from './gate-finding.ts';

/**
 * Whether the proposed release works together with each release that may meet it in a tab. For a shell or an auth
 * remote that means: which modules would break.
 */
export function fitsNeighbours(proposal: ReleaseManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  return neighbours.flatMap((neighbour) =>
    mismatches(proposal, neighbour).map((mismatch) => ({ ...mismatch, ...against(neighbour) })),
  );
}

function mismatches(proposal: ReleaseManifest, neighbour: Neighbour) {
  const other = neighbour.manifest;
  const asUser = { user: named(neighbour), provider: `this ${proposal.kind}` };
  const asProvider = { user: `this release`, provider: named(neighbour) };
  const found = [];
  if (proposal.kind !== 'page-module') found.push(...contractMismatches(other, proposal, asUser));
  if (other.kind !== 'page-module') found.push(...contractMismatches(proposal, other, asProvider));
  if (proposal.kind === 'shell' && other.kind !== 'shell') found.push(...shellMismatches(other, proposal, asUser));
  if (other.kind === 'shell' && proposal.kind !== 'shell') found.push(...shellMismatches(proposal, other, asProvider));
  return found;
}
