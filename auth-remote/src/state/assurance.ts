import type { Assurance, AssuranceLevel, Session } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ aal: v.picklist(['aal1', 'aal2']) }));
const factorsSchema = v.array(v.object({ status: v.string() }));

/** Read, not verified: the token is the service's business, and a wrong level here opens nothing there. */
function levelOf(token: string): AssuranceLevel | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = v.safeParse(claimsSchema, atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return claims.success ? claims.output.aal : null;
  } catch {
    // Not base64: nothing is known.
    return null;
  }
}

/** Storage can hold anything under `factors`. What does not fit counts as none: guards ask the service as well. */
function hasVerifiedFactor(factors: unknown): boolean {
  const parsed = v.safeParse(factorsSchema, factors);
  return parsed.success && parsed.output.some(({ status }) => status === 'verified');
}

/** The session's assurance from its own token and user (specification, section 4). */
export function assuranceOf(session: Session | null): Assurance {
  if (session === null) return { currentLevel: null, nextLevel: null };
  const currentLevel = levelOf(session.access_token);
  return { currentLevel, nextLevel: hasVerifiedFactor(session.user.factors) ? 'aal2' : currentLevel };
}
