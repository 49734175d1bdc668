import type { AssuranceLevel } from '../contract/auth.ts';
import type { NewPerson, Person } from '../fake-backend/auth/fake-auth.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { Tokens } from '../fake-backend/auth/sessions.ts';
import type { MockStart } from './mock-sign-in/mock-sign-in.ts';

/**
 * How the visit begins:
 * `signed-out`; `signed-in`, without a second factor; `aal1`, with one and a code still owed; `aal2`, with the code given;
 * `starting`, a stored session that is still being read; `failed`, one that could not be; `expired`, one that ran out
 * and that the service does not renew.
 */
export type StartState = 'signed-out' | 'signed-in' | 'aal1' | 'aal2' | 'starting' | 'failed' | 'expired';

/** A visit, in more words than a {@link StartState}. */
export interface StartOptions {
  /** `signed-in` unless given. */
  readonly state?: StartState;
  /** Who visits; {@link ADA} unless given. Registered with the backend, if the test has not done so. Null, for `starting` and `failed`: a visitor without a session. */
  readonly person?: NewPerson | null;
  readonly permissions?: readonly string[];
  readonly assurance?: AssuranceLevel;
}

/** Who visits when a test does not say. */
export const ADA: NewPerson & Person = {
  id: '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0001',
  email: 'ada@example.com',
  password: 'correct horse',
  name: 'Ada',
};

/** A year, in seconds: how long ago the session of an `expired` visit began. */
const LONG_AGO_S = 365 * 24 * 3600;

/** Makes backend and browser fit: who is registered, which session is stored, and how the start-up goes. */
export async function prepareStart(backend: FakeBackend, given: StartState | StartOptions): Promise<{ readonly start: MockStart; readonly stored: Tokens | null }> {
  const { state = 'signed-in', person = ADA, permissions, assurance } = typeof given === 'string' ? { state: given } : given;
  const start = state === 'starting' ? 'waits' : state === 'failed' ? 'fails' : 'at-once';
  const needsFactor = state === 'aal1' || state === 'aal2' || assurance === 'aal2';
  if (person && !backend.auth.knows(person.email)) {
    const factors = person.factors ?? (needsFactor ? [{ type: 'totp' as const }] : []);
    backend.auth.addPerson({ ...person, factors, ...(permissions && { permissions }) });
  }
  if (person === null || state === 'signed-out') return { start, stored: null };
  const tokens = await backend.auth.openSession(person.email, assurance ?? (state === 'aal2' ? 'aal2' : 'aal1'));
  if (state !== 'expired') return { start, stored: tokens };
  backend.auth.endSessions(person.email);
  return { start, stored: { ...tokens, expires_at: tokens.expires_at - LONG_AGO_S } };
}
