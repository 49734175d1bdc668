import { SettingsError } from '@atrium/credentials-server/settings';
import { StartError } from '../start/start-error.ts';
import { readStartOptions } from '../start/start-options.ts';
import { checkReleaseStore } from './check-release-store.ts';
import { parseDoctorArguments } from './doctor-arguments.ts';
import { examine } from './examine.ts';
import { mend, type Finding } from './finding.ts';
import { readProject } from './project.ts';

/** What `npm run doctor` prints, and its exit code. */
export interface DoctorReport {
  readonly text: string;
  readonly code: 0 | 1;
}

/**
 * Examines the project that the environment names.
 *
 * @param args of the command line
 * @throws {StartError} for an unknown argument
 */
export async function doctorReport(args: readonly string[], processEnvironment: NodeJS.ProcessEnv): Promise<DoctorReport> {
  const { json, timeLimit } = parseDoctorArguments(args);
  const findings = await findingsOf(timeLimit, processEnvironment);
  const mends = findings.filter(({ level }) => level === 'mend').length;
  return { text: json ? JSON.stringify({ findings }, null, 2) : linesOf(findings, mends), code: mends === 0 ? 0 : 1 };
}

/** Wrong settings are the only finding: nothing is asked with them. */
async function findingsOf(timeLimit: number, processEnvironment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    const { environment } = readStartOptions([], processEnvironment);
    const project = readProject(environment, timeLimit);
    return [...(await examine(project, environment['SUPABASE_ACCESS_TOKEN'])), ...(await checkReleaseStore(environment))];
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof StartError)) throw error;
    return [mend('settings', error.message, '')];
  }
}

function linesOf(findings: readonly Finding[], mends: number): string {
  const lines = findings.map(({ level, check, found, advice }) => `${level.padEnd(4)}  ${check}: ${found} ${advice}`.trimEnd());
  return [...lines, '', mends === 0 ? 'Nothing to mend.' : `To mend: ${mends}.`].join('\n');
}
