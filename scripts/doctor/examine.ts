import path from 'node:path';
import { ROOT } from '../site-parts.ts';
import { checkAuthService } from './check-auth-service.ts';
import { checkFunctions } from './check-functions.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkSigningKeys } from './check-signing-keys.ts';
import { checkTables } from './check-tables.ts';
import type { Finding } from './finding.ts';
import type { Project } from './project.ts';

/** All findings about a project, in the order in which they are to be read. Stops after the first request where address or key are wrong. */
export async function examine(project: Project): Promise<readonly Finding[]> {
  const { findings, settings } = await checkAuthService(project);
  if (settings === null) return findings;
  const [signingKeys, tables, functions] = await Promise.all([
    checkSigningKeys(project),
    checkTables(project),
    checkFunctions(project, path.join(ROOT, 'supabase/functions')),
  ]);
  return [...findings, ...checkSignIn(settings), signingKeys, tables, ...functions];
}
