import { describeFunctions } from './functions-contract.ts';
import { describeProviders } from './providers-contract.ts';
import { describeRealtime } from './realtime-contract.ts';
import { describeSecondFactor } from './second-factor-contract.ts';
import { describeSessions } from './sessions-contract.ts';
import { describeSignIn } from './sign-in-contract.ts';
import { describeStorage } from './storage-contract.ts';
import { describeTables } from './tables-contract.ts';
import type { BackendWorld } from './world.ts';

export { newUser, type BackendWorld } from './world.ts';

/** What supabase-js and the sign-in rely on. The fake backend and the embedded one both fulfil it, so they cannot drift apart. */
export function describeBackend(openWorld: () => BackendWorld): void {
  describe('sign-in', () => describeSignIn(openWorld));
  describe('second factor', () => describeSecondFactor(openWorld));
  describe('providers', () => describeProviders(openWorld));
  describe('sessions', () => describeSessions(openWorld));
  describe('tables', () => describeTables(openWorld));
  describe('storage', () => describeStorage(openWorld));
  describe('realtime', () => describeRealtime(openWorld));
  describe('functions', () => describeFunctions(openWorld));
}
