import type { ReleaseStore } from '../src/release-store.ts';
import { describeCanaries } from './store-contract/canary-contract.ts';
import { describeGarbage } from './store-contract/garbage-contract.ts';
import { describeHealth } from './store-contract/health-contract.ts';
import { describeMoves } from './store-contract/moves-contract.ts';
import { describePreviews } from './store-contract/previews-contract.ts';
import { describeQuarantine } from './store-contract/quarantine-contract.ts';
import { describeReleases } from './store-contract/releases-contract.ts';
import { describeTeams } from './store-contract/teams-contract.ts';

/** Parts of the contract that a store may leave out, because another way to it has them. */
export type LeftOut = 'garbage' | 'health' | 'previews' | 'teams';

/**
 * Registers the tests that every release store must pass, whatever it keeps its releases in.
 *
 * @param open gives a new, empty store for each test
 */
export function testStoreContract(open: () => Promise<ReleaseStore>, without: readonly LeftOut[] = []): void {
  describeReleases(open);
  describeMoves(open);
  describeCanaries(open);
  describeQuarantine(open);
  if (!without.includes('teams')) describeTeams(open);
  if (!without.includes('previews')) describePreviews(open);
  if (!without.includes('health')) describeHealth(open);
  if (!without.includes('garbage')) describeGarbage(open);
}
