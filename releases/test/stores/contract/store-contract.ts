import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { describeCanaries } from './canary-contract.ts';
import { describeGarbage } from './garbage-contract.ts';
import { describeHealth } from './health-contract.ts';
import { describeMoves } from './moves-contract.ts';
import { describePreviews } from './previews-contract.ts';
import { describeQuarantine } from './quarantine-contract.ts';
import { describeReleases } from './releases-contract.ts';
import { describeTeams } from './teams-contract.ts';

/** Parts of the contract that a store may omit. */
type LeftOut = 'canaries' | 'garbage' | 'health' | 'previews' | 'quarantine';

/**
 * Registers the tests that every release store must pass.
 *
 * @param open opens a new, empty store for each test
 */
export function testStoreContract(open: () => Promise<ReleaseStore>, without: readonly LeftOut[] = []): void {
  describeReleases(open);
  describeMoves(open);
  if (!without.includes('canaries')) describeCanaries(open);
  if (!without.includes('quarantine')) describeQuarantine(open);
  describeTeams(open);
  if (!without.includes('previews')) describePreviews(open);
  if (!without.includes('health')) describeHealth(open);
  if (!without.includes('garbage')) describeGarbage(open);
}
