import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compilePackages, PAGE_KIT, readPageKit, type EntryPoint } from '../packages/published-packages.ts';
import { ApiReportError, describeApi } from './api-reports.ts';
import { contractFaults, forbiddenChanges, newestEntry, type ContractState } from './contract-rules.ts';
import { deprecationFaults, readReleasedApi, releaseApi, writeReleasedApi } from './deprecation-window.ts';
import { publicNames, reportFile, type PublicNames } from './public-names.ts';

const REPORTS = path.join(PAGE_KIT.folder, 'api');

/** Compares the public API of page-kit with its stored reports, its changelog and its promises. @returns a line for each fault */
export async function checkContractReports(): Promise<readonly string[]> {
  const state = await readState();
  return [...contractFaults(state), ...(await brokenPromises(state))];
}

/** Writes the reports of the public API, unless a rule forbids the change. @returns lines that say why not */
export async function writeContractReports(): Promise<readonly string[]> {
  const state = await readState();
  const faults = [...forbiddenChanges(state), ...(await brokenPromises(state))];
  if (faults.length > 0) return faults;
  await mkdir(REPORTS, { recursive: true });
  for (const name of state.stored.keys()) if (!state.current.has(name)) await rm(path.join(REPORTS, name));
  for (const [name, text] of state.current) await writeFile(path.join(REPORTS, name), text);
  const { version, entry } = state;
  if (entry?.version === version && entry.day !== null) {
    await writeReleasedApi(releaseApi(version, entry.day, namesByReport(state), await readReleasedApi()));
  }
  return [];
}

/** Names that the sources no longer have although their time is not over, as lines. */
async function brokenPromises(state: ContractState): Promise<readonly string[]> {
  const released = await readReleasedApi();
  if (released === null || state.entry === null) return [];
  const { version, entry } = state;
  return deprecationFaults({ version, entry, current: namesByReport(state), released, now: Date.now() });
}

function namesByReport({ current }: ContractState): ReadonlyMap<string, PublicNames> {
  return new Map([...current].map(([report, text]) => [report, publicNames(text)]));
}

async function readState(): Promise<ContractState> {
  if (!(await compilePackages())) throw new ApiReportError('page-kit does not compile. The errors are printed above.');
  const { version, entries } = await readPageKit();
  const reports = await describeApi(entries);
  return {
    version,
    entry: newestEntry(await readFile(path.join(PAGE_KIT.folder, 'CHANGELOG.md'), 'utf8')),
    current: new Map([...reports].map(([entry, report]) => [reportFile(entry.subpath.slice('./'.length)), textOf(entry, version, report)])),
    stored: await storedReports(),
  };
}

async function storedReports(): Promise<ReadonlyMap<string, string>> {
  await mkdir(REPORTS, { recursive: true });
  const names = (await readdir(REPORTS)).filter((name) => name.endsWith('.api.md'));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(REPORTS, name), 'utf8')] as const)));
}

/** The report with its subject and version as the first line, instead of api-extractor's heading. */
function textOf({ subpath }: EntryPoint, version: string, report: string): string {
  return report.replace(/^## .*$/m, `## @atrium/page-kit${subpath.slice(1)}, ${version}`);
}
