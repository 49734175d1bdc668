import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '../messages.ts';
import { identifyPerson, readConfirmedAddress, type PeopleService } from '../person/identify-person.ts';

/** Who asks is of the platform team; or why that cannot be said. */
export type PlatformCheck =
  | { readonly ok: true; /** What the history calls the person: the address, as the auth service knows it, or the user id. */ readonly name: string }
  | { readonly ok: false; readonly status: number; readonly problem: ProblemCode };

/**
 * Checks whether the caller belongs to the platform team. A listed user ID always grants access. A listed address grants
 * access only to the account that confirmed it by a mailed link when it was new; anyone could register the address, or
 * change an account to it. The session needs a second factor, so a stolen password alone is not enough.
 *
 * @param team user ids, and addresses in lower case
 */
export async function checkPlatformPerson(request: FastifyRequest, people: PeopleService, team: readonly string[]): Promise<PlatformCheck> {
  const refuse = (status: number, problem: ProblemCode): PlatformCheck => ({ ok: false, status, problem });
  const found = await identifyPerson(request, people);
  if (found.status === 'nobody') return refuse(401, 'not-signed-in');
  if (found.status === 'unavailable') return refuse(503, 'sign-in-away');
  if (team.length === 0) return refuse(403, 'no-platform-team');
  const { id, email, level } = found.person;
  if (!team.includes(id)) {
    if (email === null || !team.includes(email.toLowerCase())) return refuse(403, 'not-platform-team');
    const confirmed = await readConfirmedAddress(request, people);
    if (confirmed.status === 'unavailable') return refuse(503, 'sign-in-away');
    if (confirmed.address?.toLowerCase() !== email.toLowerCase()) return refuse(403, 'address-unproven');
  }
  return level === 'aal2' ? { ok: true, name: email ?? id } : refuse(403, 'second-factor-needed');
}
