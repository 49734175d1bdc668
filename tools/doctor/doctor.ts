import path from 'node:path';
import { parseArgs } from 'node:util';
import { SettingsError } from '@atrium/credentials-server/settings';
import { ROOT } from '../repository/repository.ts';
import { StartError } from '../start/start-error.ts';
import { readStartOptions } from '../start/start-options.ts';
import { checkAccountChanges } from './check-account-changes.ts';
import { checkAuthService, checkSignIn } from './check-auth-service.ts';
import { checkDatabaseFunctions } from './check-database-functions.ts';
import { checkFunctions } from './check-functions.ts';
import { checkMails, MAIL_FUNCTION } from './check-mails.ts';
import { checkPasskeys } from './check-passkeys.ts';
import { checkRedirects } from './check-redirects.ts';
import { checkReleaseStore } from './check-release-store.ts';
import { checkSigningKeys } from './check-signing-keys.ts';
import { checkSecondFactor, checkTables } from './check-tables.ts';
import { checkTopics } from './check-topics.ts';
import { fix, type Finding } from './finding.ts';
import { readProject, type Project } from './project.ts';

/** The output and the exit code of `npm run doctor`. */
export interface DoctorReport {
  readonly text: string;
  readonly code: 0 | 1;
}

/**
 * Checks the Supabase project that the environment names.
 *
 * @param args arguments of the command line
 * @throws {StartError} for an unknown argument or an invalid time limit
 */
export async function doctorReport(args: readonly string[], processEnvironment: NodeJS.ProcessEnv): Promise<DoctorReport> {
  const { json, timeLimit } = parseArguments(args);
  const findings = await findingsOf(timeLimit, processEnvironment);
  const fixes = findings.filter(({ level }) => level === 'fix').length;
  return { text: json ? JSON.stringify({ findings }, null, 2) : linesOf(findings, fixes), code: fixes === 0 ? 0 : 1 };
}

function parseArguments(args: readonly string[]): { readonly json: boolean; readonly timeLimit: number } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, 'time-limit': { type: 'string', default: '10' } },
    });
    const seconds = Number(values['time-limit']);
    if (!(seconds > 0 && seconds <= 600)) throw new RangeError('the time limit is out of range');
    return { json: values.json, timeLimit: seconds * 1000 };
  } catch (cause) {
    throw new StartError(
      'npm run doctor accepts --json (print the findings as JSON) and --time-limit SECONDS (for each request, at most 600). Write them after `--`.',
      { cause },
    );
  }
}

async function findingsOf(timeLimit: number, processEnvironment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    const { environment } = readStartOptions([], processEnvironment);
    const project = readProject(environment, timeLimit);
    return [...(await examine(project, environment['SUPABASE_ACCESS_TOKEN'])), ...(await checkReleaseStore(environment))];
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof StartError)) throw error;
    // With wrong settings, no request is sent.
    return [fix('settings', error.message, '')];
  }
}

/** All findings about a project, in reading order. After a wrong URL or key, no further request is sent. */
async function examine(project: Project, accessToken: string | undefined): Promise<readonly Finding[]> {
  const { findings, settings } = await checkAuthService(project);
  if (settings === null) return findings;
  const [passkeys, accountChanges, redirects, mails, signingKeys, tables, databaseFunctions, topics, functions] = await Promise.all([
    checkPasskeys(project, settings.passkeys_enabled),
    checkAccountChanges(project, accessToken),
    checkRedirects(project),
    checkMails(project),
    checkSigningKeys(project),
    checkTables(project),
    checkDatabaseFunctions(project, path.join(ROOT, 'pages-remote/database-types.ts')),
    checkTopics(project),
    checkFunctions(project, path.join(ROOT, 'supabase/functions'), [MAIL_FUNCTION]),
  ]);
  return [...findings, ...checkSignIn(settings), passkeys, ...accountChanges, redirects, mails, signingKeys, tables, databaseFunctions, topics, ...checkSecondFactor(tables), ...functions];
}

function linesOf(findings: readonly Finding[], fixes: number): string {
  const lines = findings.map(({ level, check, found, advice }) => `${level.padEnd(4)}  ${check}: ${found} ${advice}`.trimEnd());
  return [...lines, '', fixes === 0 ? 'Nothing to fix.' : `To fix: ${fixes}.`].join('\n');
}
