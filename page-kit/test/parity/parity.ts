import { describeFunctions } from './functions-parity.ts';
import { describeGuards } from './guard-parity.tsx';
import { describeNotes } from './notes-parity.ts';
import type { ParityWorld } from './parity-world.ts';
import { describeRealtime } from './realtime-parity.ts';
import { describeSecondFactor } from './second-factor-parity.ts';
import { describeSignIn } from './sign-in-parity.ts';
import { describeStorage } from './storage-parity.ts';

export type { ParityWorld } from './parity-world.ts';

/** The assertions that hold for the real sign-in before the local backend, and for the test kit's: they cannot drift apart. */
export function describeParity(openWorld: () => ParityWorld): void {
  describe('sign-in', () => describeSignIn(openWorld));
  describe('second factor', () => describeSecondFactor(openWorld));
  describe('guards and hooks', () => describeGuards(openWorld));
  describe('tables', () => describeNotes(openWorld));
  describe('storage', () => describeStorage(openWorld));
  describe('realtime', () => describeRealtime(openWorld));
  describe('functions', () => describeFunctions(openWorld));
}
