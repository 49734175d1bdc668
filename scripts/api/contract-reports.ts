import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compilePackages } from '../packages/compile-packages.ts';
import { PAGE_KIT } from '../packages/published-packages.ts';
import { ApiReportError, describeApi, type EntryPoint } from './api-reports.ts';
import { newestEntry, type ChangelogEntry } from './changelog.ts';
import { contractTroubles, forbiddenChanges, type ContractState } from './contract-rules.ts';
import { deprecationTroubles, releaseApi } from './deprecation-window.ts';
import { readPageKit } from './entry-points.ts';
import { publicNames, reportFile, type PublicNames } from './public-names.ts';
import { readReleasedApi, writeReleasedApi } from './released-api.ts';

const reportFolder = path.join(PAGE_KIT.folder, 'api');

/** What is wrong with the stored reports and the changelog, in lines; empty when the page contract is as they say. */
export async function checkContractReports(): Promise<readonly string[]> {
  const state = await readState();
  return [...contractTroubles(state), ...(await brokenPromises(state))];
}

/** Rewrites the reports. @returns the lines that say why it did not; empty if it did */
export async function writeContractReports(): Promise<readonly string[]> {
  const state = await readState();
  const forbidden = [...forbiddenChanges(state), ...(await brokenPromises(state))];
  if (forbidden.length > 0) return forbidden;
  await mkdir(reportFolder, { recursive: true });
  for (const name of state.stored.keys()) if (!state.current.has(name)) await rm(path.join(reportFolder, name));
  for (const [name, text] of state.current) await writeFile(path.join(reportFolder, name), text);
  const { version, entry } = state;
  if (entry?.version === version && entry.day !== null) {
    await writeReleasedApi(releaseApi(version, entry.day, namesByReport(state), await readReleasedApi()));
  }
  return [];
}

/** The names that the sources remove although teams can rely on them, in lines. */
async function brokenPromises(state: ContractState): Promise<readonly string[]> {
  const released = await readReleasedApi();
  if (released === null || state.entry === null) return [];
  const { version, entry } = state;
  return deprecationTroubles({ version, entry, current: namesByReport(state), released, now: Date.now() });
}

function namesByReport({ current }: ContractState): ReadonlyMap<string, PublicNames> {
  return new Map([...current].map(([report, text]) => [report, publicNames(text)]));
}

async function readState(): Promise<ContractState> {
  if (!(await compilePackages())) throw new ApiReportError('page-kit does not compile: see above.');
  const { version, entries } = await readPageKit();
  const reports = await describeApi(entries);
  return {
    version,
    entry: await changelogEntry(),
    current: new Map([...reports].map(([entry, report]) => [reportFile(entry.subpath.slice('./'.length)), textOf(entry, version, report)])),
    stored: await storedReports(),
  };
}

async function changelogEntry(): Promise<ChangelogEntry | null> {
  return newestEntry(await readFile(path.join(PAGE_KIT.folder, 'CHANGELOG.md'), 'utf8'));
}

async function storedReports(): Promise<ReadonlyMap<string, string>> {
  await mkdir(reportFolder, { recursive: true });
  const names = (await readdir(reportFolder)).filter((name) => name.endsWith('.api.md'));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(reportFolder, name), 'utf8')] as const)));
}

/** The report, with what it is of as its first line in the place of api-extractor's own. */
function textOf({ subpath }: EntryPoint, version: string, report: string): string {
  return report.replace(/^## .*$/m, `## @atrium/page-kit${subpath.slice(1)}, ${version}`);
}
