import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import { checkAccountChanges } from './check-account-changes.ts';
import { checkAuthService } from './check-auth-service.ts';
import { checkFunctions } from './check-functions.ts';
import { checkMails, MAIL_FUNCTION } from './check-mails.ts';
import { checkRedirects } from './check-redirects.ts';
import { checkSecondFactor } from './check-second-factor.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkSigningKeys } from './check-signing-keys.ts';
import { checkTables } from './check-tables.ts';
import type { Finding } from './finding.ts';
import type { Project } from './project.ts';

/**
 * All findings about a project, in the order in which they are to be read. Stops after the first request where address or
 * key are wrong.
 *
 * @param accessToken of the platform, for settings that no visitor can see
 */
export async function examine(project: Project, accessToken: string | undefined): Promise<readonly Finding[]> {
  const { findings, settings } = await checkAuthService(project);
  if (settings === null) return findings;
  const [accountChanges, redirects, mails, signingKeys, tables, functions] = await Promise.all([
    checkAccountChanges(project, accessToken),
    checkRedirects(project),
    checkMails(project),
    checkSigningKeys(project),
    checkTables(project),
    checkFunctions(project, path.join(ROOT, 'supabase/functions'), [MAIL_FUNCTION]),
  ]);
  return [...findings, ...checkSignIn(settings), ...accountChanges, redirects, mails, signingKeys, tables, ...checkSecondFactor(tables), ...functions];
}
