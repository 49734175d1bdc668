import type { Assurance, AssuranceLevel, Session } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { readClaims } from './session-claims.ts';

const factorSchema = v.object({ status: v.string() });

/** The level that is meant by a text, or null. */
export function asLevel(level: string | null | undefined): AssuranceLevel | null {
  return level === 'aal1' || level === 'aal2' ? level : null;
}

/** Storage can hold anything under `factors`. What does not fit counts as none: guards ask the service as well. */
function hasVerifiedFactor(factors: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(factors) ? factors : [];
  return list.some((factor) => {
    const parsed = v.safeParse(factorSchema, factor);
    return parsed.success && parsed.output.status === 'verified';
  });
}

/** The session's assurance from its own token and user (specification 4.8). */
export function assuranceOf(session: Session | null): Assurance {
  if (session === null) return { currentLevel: null, nextLevel: null };
  const currentLevel = asLevel(readClaims(session.access_token)?.aal);
  return { currentLevel, nextLevel: hasVerifiedFactor(session.user.factors) ? 'aal2' : currentLevel };
}
