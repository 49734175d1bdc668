import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '../messages.ts';
import { identifyPerson, type PeopleService } from '../person/identify-person.ts';

/** Who asks is of the platform team; or why that cannot be said. */
export type PlatformCheck =
  | { readonly ok: true; /** The person's address, as the auth service knows it. */ readonly address: string }
  | { readonly ok: false; readonly status: number; readonly problem: ProblemCode };

/**
 * Finds out whether somebody of the platform team asks. An address counts only when its mailbox was confirmed, which
 * others could claim otherwise, and the session only with a second factor: who gets hold of a password alone moves nothing.
 *
 * @param team addresses in lower case
 */
export async function checkPlatformPerson(request: FastifyRequest, people: PeopleService, team: readonly string[]): Promise<PlatformCheck> {
  const refuse = (status: number, problem: ProblemCode): PlatformCheck => ({ ok: false, status, problem });
  const found = await identifyPerson(request, people);
  if (found.status === 'nobody') return refuse(401, 'not-signed-in');
  if (found.status === 'unavailable') return refuse(503, 'sign-in-away');
  if (team.length === 0) return refuse(403, 'no-platform-team');
  const { email, emailConfirmed, level } = found.person;
  if (email === null || !emailConfirmed || !team.includes(email.toLowerCase())) return refuse(403, 'not-platform-team');
  return level === 'aal2' ? { ok: true, address: email } : refuse(403, 'second-factor-needed');
}
