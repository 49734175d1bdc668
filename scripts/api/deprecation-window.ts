import semver from 'semver';
import type { ChangelogEntry } from './changelog.ts';
import { reportFile, type PublicNames } from './public-names.ts';
import type { ReleasedApi } from './released-api.ts';

/** How long a deprecated name keeps working, in days (docs/reference/page-contract.md, "Deprecation"). */
const WINDOW_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

/** The API in the sources, and the one of the newest released version. */
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

/** The names that the sources remove too early, or deprecate without a changelog line, in lines that say what to do. */
export function deprecationTroubles(state: DeprecationState): readonly string[] {
  return [...removedTooEarly(state), ...deprecatedSilently(state)];
}

function removedTooEarly({ version, entry, current, released, now }: DeprecationState): readonly string[] {
  const renames = semver.major(version) > semver.major(released.version) ? renamesIn(entry) : new Map<string, string>();
  return Object.entries(released.names).flatMap(([report, names]) => {
    const exists = new Set(current.get(renames.get(report) ?? report)?.names);
    return names.flatMap((name) => {
      if (exists.has(renamed(name, renames)) || isEndangering(entry, name)) return [];
      const marked = released.deprecated[`${report} ${name}`] ?? released.deprecated[`${report} ${ownerOf(name)}`];
      const reason = marked === undefined ? `was not deprecated in ${released.version}` : tooEarly(marked, version, now);
      return reason === null ? [] : [`${report}: ${name} is gone, but it ${reason}. Keep it, marked @deprecated (docs/reference/page-contract.md, "Deprecation").`];
    });
  });
}

function tooEarly(marked: ReleasedApi['deprecated'][string], version: string, now: number): string | null {
  const promised = `is deprecated since ${marked.version} of ${marked.day}`;
  if (now - Date.parse(marked.day) < WINDOW_DAYS * DAY) return `${promised}, less than ${String(WINDOW_DAYS)} days ago`;
  const breaking = semver.major(version) > semver.major(marked.version) || (semver.major(version) === 0 && semver.minor(version) > semver.minor(marked.version));
  return breaking ? null : `${promised}, and ${version} must not remove anything`;
}

function deprecatedSilently({ entry, current, released }: DeprecationState): readonly string[] {
  return [...current].flatMap(([report, { deprecated }]) =>
    deprecated
      .filter((name) => released.deprecated[`${report} ${name}`] === undefined && !entry.text.includes(`\`${name}\``))
      .map((name) => `${report}: ${name} is marked @deprecated, but page-kit/CHANGELOG.md does not name it: say under ${entry.version} what to use instead of \`${name}\`.`),
  );
}

/** An exception: the name endangers visitors, and the changelog says so. */
function isEndangering(entry: ChangelogEntry, name: string): boolean {
  return linesOf(entry, '- Removed immediately').some((line) => [name, ownerOf(name)].some((gone) => line.includes(`\`${gone}\``)));
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

/** What a name is called now, by its own rename or that of the export that it is a member of. */
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

/** The API of a version that is released on that day. Names that were already deprecated keep their day. */
export function releaseApi(version: string, day: string, current: DeprecationState['current'], before: ReleasedApi | null): ReleasedApi {
  const marked = [...current].flatMap(([report, { deprecated }]) => deprecated.map((name) => `${report} ${name}`));
  return {
    version,
    names: Object.fromEntries([...current].map(([report, { names }]) => [report, [...names]])),
    deprecated: Object.fromEntries(marked.map((key) => [key, before?.deprecated[key] ?? { version, day }])),
  };
}
