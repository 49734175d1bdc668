import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import * as v from 'valibot';
import { PAGE_KIT } from '../packages/published-packages.ts';
import type { ChangelogEntry } from './contract-rules.ts';
import type { PublicNames } from './public-names.ts';

/** How long a deprecated name keeps working (docs/reference/page-contract.md, "What goes away"). */
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
  return Object.entries(released.names).flatMap(([report, names]) => {
    const remaining = new Set(current.get(report)?.names);
    return names.flatMap((name) => {
      if (remaining.has(name) || isSecurityRemoval(entry, name)) return [];
      const deprecation = released.deprecated[`${report} ${name}`] ?? released.deprecated[`${report} ${ownerOf(name)}`];
      const reason = deprecation === undefined ? `was not deprecated in ${released.version}` : whyTooEarly(deprecation, version, now);
      return reason === null ? [] : [`${report}: ${name} was removed, but it ${reason}. Keep it, marked @deprecated (docs/reference/page-contract.md, "What goes away").`];
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

/** Whether the changelog says that a name was removed immediately because it endangers visitors: the only exception. */
function isSecurityRemoval(entry: ChangelogEntry, name: string): boolean {
  return entry.text.split('\n').some((line) => /^- Removed immediately/.test(line) && [name, ownerOf(name)].some((removed) => line.includes(`\`${removed}\``)));
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
