import * as v from 'valibot';
import type { Assurance, AssuranceLevel, Session } from '../../contract/auth.ts';

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    aal: v.fallback(v.string(), ''),
    app_metadata: v.fallback(v.object({ permissions: v.fallback(v.array(v.string()), []) }), { permissions: [] }),
  }),
);

function claimsOf({ access_token: token }: Session): v.InferOutput<typeof claimsSchema> {
  return v.parse(claimsSchema, atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
}

/** What the person may do, from the session's own token. */
export function permissionsOf(session: Session | null): readonly string[] {
  return session === null ? [] : claimsOf(session).app_metadata.permissions;
}

/** The level that is meant by a text, or null. */
export function asLevel(level: string | null | undefined): AssuranceLevel | null {
  return level === 'aal1' || level === 'aal2' ? level : null;
}

/** The session's assurance from its own token and user (specification 4.8). */
export function assuranceOf(session: Session | null): Assurance {
  if (session === null) return { currentLevel: null, nextLevel: null };
  const currentLevel = asLevel(claimsOf(session).aal);
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return { currentLevel, nextLevel: hasFactor ? 'aal2' : currentLevel };
}

/** What a signed-in person has to do before a page shows: give a code, or set a second factor up first. */
export function missingFor({ currentLevel, nextLevel }: Assurance, needed: AssuranceLevel | undefined): 'code' | 'factor' | null {
  if (currentLevel === 'aal2' || needed === 'aal1') return null;
  if (nextLevel === 'aal2') return 'code';
  return needed === 'aal2' ? 'factor' : null;
}
