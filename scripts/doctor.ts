import { SettingsError } from '../credentials-server/src/settings-error.ts';
import { checkReleaseStore } from './doctor/check-release-store.ts';
import { parseDoctorArguments, type DoctorArguments } from './doctor/doctor-arguments.ts';
import { examine } from './doctor/examine.ts';
import { mend, type Finding } from './doctor/finding.ts';
import { readProject } from './doctor/project.ts';
import { printReadableFailure } from './readable-failure.ts';
import { StartError } from './start-error.ts';
import { readStartOptions } from './start-options.ts';

try {
  const asked = parseDoctorArguments(process.argv.slice(2));
  const findings = await findingsOf(asked);
  print(findings, asked);
  if (findings.some(({ level }) => level === 'mend')) process.exitCode = 1;
} catch (error) {
  printReadableFailure(error);
}

/** Settings that will not do are a finding like any other, and the only one: nothing is asked with them. */
async function findingsOf({ timeLimit }: DoctorArguments): Promise<readonly Finding[]> {
  try {
    const { environment } = readStartOptions([], process.env);
    const project = readProject(environment, timeLimit);
    return [...(await examine(project)), ...(await checkReleaseStore(environment))];
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof StartError)) throw error;
    return [mend('settings', error.message, '')];
  }
}

function print(findings: readonly Finding[], { json }: DoctorArguments): void {
  if (json) {
    console.log(JSON.stringify({ findings }, null, 2));
    return;
  }
  for (const { level, check, found, advice } of findings) console.log(`${level.padEnd(4)}  ${check}: ${found} ${advice}`.trimEnd());
  const mends = findings.filter(({ level }) => level === 'mend').length;
  console.log(mends === 0 ? '\nNothing to mend.' : `\nTo mend: ${mends}.`);
}
