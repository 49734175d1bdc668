import type { Assurance, AssuranceLevel } from '@atrium/page-kit/contract/auth';

/** What a signed-in person has to do before a page shows: give a code, or set a second factor up first. */
export type MissingAssurance = 'code' | 'factor' | null;

/** @param needed see `RequireAuthProps.assurance`. */
export function missingAssurance(
  { currentLevel, nextLevel }: Assurance,
  needed: AssuranceLevel | undefined,
): MissingAssurance {
  if (currentLevel === 'aal2' || needed === 'aal1') return null;
  if (nextLevel === 'aal2') return 'code';
  return needed === 'aal2' ? 'factor' : null;
}
