import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import * as v from 'valibot';
import { PAGE_KIT } from '../packages/published-packages.ts';
import type { ChangelogEntry } from './contract-rules.ts';
import { reportFile, type PublicNames } from './public-names.ts';

/** How long a deprecated name keeps working (docs/reference/page-contract.md, "Deprecation"). */
const WINDOW_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const FILE = path.join(PAGE_KIT.folder, 'api', 'released.json');

const releasedApiSchema = v.object({
  /** The newest released version. */
  version: v.string(),
  /** Its names, by report: see `publicNames`. */
  names: v.record(v.string(), v.array(v.string())),
  /** Its deprecated names, as `REPORT NAME`, with the version that deprecated them and the day of its release. */
  deprecated: v.record(v.string(), v.object({ version: v.string(), day: v.pipe(v.string(), v.isoDate()) })),
});

/** The API of the newest released version, on which teams depend. */
export type ReleasedApi = v.InferOutput<typeof releasedApiSchema>;

/** Reads `page-kit/api/released.json`; null before the first release. */
export async function readReleasedApi(): Promise<ReleasedApi | null> {
  let text: string;
  try {
    text = await readFile(FILE, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return v.parse(releasedApiSchema, JSON.parse(text));
}

/** Writes `page-kit/api/released.json`. */
export async function writeReleasedApi(api: ReleasedApi): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(api, null, 2)}\n`);
}

/** The API of the sources, and the released one. */
export interface DeprecationState {
  /** Version of page-kit. */
  readonly version: string;
  /** The newest entry of its changelog. */
  readonly entry: ChangelogEntry;
  /** Names by report. */
  readonly current: ReadonlyMap<string, PublicNames>;
  readonly released: ReleasedApi;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Finds names that were removed too early, or deprecated without an entry in the changelog. @returns a line for each, with the fix */
export function deprecationFaults(state: DeprecationState): readonly string[] {
  return [...removedTooEarly(state), ...missingInChangelog(state)];
}

function removedTooEarly({ version, entry, current, released, now }: DeprecationState): readonly string[] {
  const renames = semver.major(version) > semver.major(released.version) ? renamesIn(entry) : new Map<string, string>();
  return Object.entries(released.names).flatMap(([report, names]) => {
    const remaining = new Set(current.get(renames.get(report) ?? report)?.names);
    return names.flatMap((name) => {
      if (remaining.has(renamed(name, renames)) || isSecurityRemoval(entry, name)) return [];
      const deprecation = released.deprecated[`${report} ${name}`] ?? released.deprecated[`${report} ${ownerOf(name)}`];
      const reason = deprecation === undefined ? `was not deprecated in ${released.version}` : whyTooEarly(deprecation, version, now);
      return reason === null ? [] : [`${report}: ${name} was removed, but it ${reason}. Keep it, marked @deprecated (docs/reference/page-contract.md, "Deprecation").`];
    });
  });
}

function whyTooEarly(deprecation: ReleasedApi['deprecated'][string], version: string, now: number): string | null {
  const since = `has been deprecated since ${deprecation.version} of ${deprecation.day}`;
  if (now - Date.parse(deprecation.day) < WINDOW_DAYS * DAY_MS) return `${since}, less than ${String(WINDOW_DAYS)} days`;
  const isBreaking =
    semver.major(version) > semver.major(deprecation.version) || (semver.major(version) === 0 && semver.minor(version) > semver.minor(deprecation.version));
  return isBreaking ? null : `${since}, and ${version} is not a version that may remove names`;
}

function missingInChangelog({ entry, current, released }: DeprecationState): readonly string[] {
  return [...current].flatMap(([report, { deprecated }]) =>
    deprecated
      .filter((name) => released.deprecated[`${report} ${name}`] === undefined && !entry.text.includes(`\`${name}\``))
      .map((name) => `${report}: ${name} is marked @deprecated, but page-kit/CHANGELOG.md does not name it. Say under ${entry.version} what to use instead of \`${name}\`.`),
  );
}

/** An exception: whether the changelog says that the name was removed immediately because it endangers visitors. */
function isSecurityRemoval(entry: ChangelogEntry, name: string): boolean {
  return linesOf(entry, '- Removed immediately').some((line) => [name, ownerOf(name)].some((removed) => line.includes(`\`${removed}\``)));
}

/** The other exception, for a new major version: the renames in the changelog, of names and of reports, as old → new. */
function renamesIn(entry: ChangelogEntry): ReadonlyMap<string, string> {
  const pairs = linesOf(entry, '- Renamed').flatMap((line) => [...line.matchAll(/`([^`]+)` → `([^`]+)`/g)]);
  return new Map(pairs.map(([, before = '', after = '']) => [reportOrName(before), reportOrName(after)]));
}

/** The report of an entry point; any other text is the name of an export or of a member. */
function reportOrName(text: string): string {
  const [, subpath] = /^@atrium\/page-kit\/(.+)$/.exec(text) ?? [];
  return subpath === undefined ? text : reportFile(subpath);
}

/** The new name of an export or a member, by its own rename or that of the export with the member. */
function renamed(name: string, renames: ReadonlyMap<string, string>): string {
  const owner = ownerOf(name);
  return renames.get(name) ?? `${renames.get(owner) ?? owner}${name.slice(owner.length)}`;
}

function linesOf(entry: ChangelogEntry, start: string): readonly string[] {
  return entry.text.split('\n').filter((line) => line.startsWith(start));
}

function ownerOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** The API of a version that is released on a day. Names that were deprecated before keep their day. */
export function releaseApi(version: string, day: string, current: DeprecationState['current'], before: ReleasedApi | null): ReleasedApi {
  const deprecated = [...current].flatMap(([report, names]) => names.deprecated.map((name) => `${report} ${name}`));
  return {
    version,
    names: Object.fromEntries([...current].map(([report, { names }]) => [report, [...names]])),
    deprecated: Object.fromEntries(deprecated.map((key) => [key, before?.deprecated[key] ?? { version, day }])),
  };
}
