import type { AssuranceLevel } from '../contract/auth.ts';
import type { NewPerson, Person } from '../fake-backend/auth/fake-auth.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { Tokens } from '../fake-backend/auth/sessions.ts';

/**
 * How the visit begins:
 * `signed-out`; `signed-in`, without a second factor; `aal1`, with a second factor whose code is missing; `aal2`, with the
 * code entered; `starting`, while the stored session is loading; `failed`, when it could not be loaded; `expired`, when it
 * has expired and the service does not renew it.
 */
export type StartState = 'signed-out' | 'signed-in' | 'aal1' | 'aal2' | 'starting' | 'failed' | 'expired';

/** How the visit begins, in detail. */
export interface StartOptions {
  /** `signed-in` by default. */
  readonly state?: StartState;
  /** The user; {@link ADA} by default. Registered with the backend, if the test has not done so. Null for a visitor without a session, with `starting` and `failed`. */
  readonly person?: NewPerson | null;
  /** The permissions of the user; none by default. */
  readonly permissions?: readonly string[];
  /** The level of the session; that of `state` by default. */
  readonly assurance?: AssuranceLevel;
  /** How many minutes ago the user logged in; now by default. For pages with `maxAge`, and for `confirmIdentity`. */
  readonly signedInMinutesAgo?: number;
}

/** How the start-up of the sign-in goes. */
export type StartUp = 'succeeds' | 'waits' | 'fails';

/** How a visit begins: the start-up, and the session that the browser stores. */
export interface Visit {
  readonly startUp: StartUp;
  readonly stored: Tokens | null;
}

/** The user of a visit that names no other. */
export const ADA: NewPerson & Person = {
  id: '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0001',
  email: 'ada@example.com',
  password: 'correct horse',
  name: 'Ada',
};

/** How long ago the session of an `expired` visit expired, in seconds. */
const ONE_YEAR_S = 365 * 24 * 3600;

/** Registers the user with the backend, and opens the session of the visit. */
export async function prepareVisit(backend: FakeBackend, given: StartState | StartOptions): Promise<Visit> {
  const { state = 'signed-in', person = ADA, permissions, assurance, signedInMinutesAgo } = typeof given === 'string' ? { state: given } : given;
  const startUp = state === 'starting' ? 'waits' : state === 'failed' ? 'fails' : 'succeeds';
  const needsFactor = state === 'aal1' || state === 'aal2' || assurance === 'aal2';
  if (person && !backend.auth.hasAccount(person.email)) {
    const factors = person.factors ?? (needsFactor ? [{ type: 'totp' as const }] : []);
    backend.auth.addPerson({ ...person, factors, ...(permissions && { permissions }) });
  }
  if (person === null || state === 'signed-out') return { startUp, stored: null };
  const tokens = await backend.auth.openSession(person.email, assurance ?? (state === 'aal2' ? 'aal2' : 'aal1'), null, signedInMinutesAgo);
  if (state !== 'expired') return { startUp, stored: tokens };
  backend.auth.endSessions(person.email);
  return { startUp, stored: { ...tokens, expires_at: tokens.expires_at - ONE_YEAR_S } };
}
