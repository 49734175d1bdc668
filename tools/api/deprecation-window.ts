import semver from 'semver';
import type { ChangelogEntry } from './changelog.ts';
import type { PublicNames } from './public-names.ts';
import type { ReleasedApi } from './released-api.ts';

/** How long something deprecated works on, in days (docs/reference/page-contract.md, "What goes away"). */
const windowDays = 90;
const dayLength = 24 * 60 * 60 * 1000;

/** The API as the sources have it, beside what was promised. */
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

/** What the sources take away too early, or mark as deprecated without a word in the changelog, in lines that say what to do. */
export function deprecationTroubles(state: DeprecationState): readonly string[] {
  return [...goneTooEarly(state), ...deprecatedInSilence(state)];
}

function goneTooEarly({ version, entry, current, released, now }: DeprecationState): readonly string[] {
  return Object.entries(released.names).flatMap(([report, names]) => {
    const kept = new Set(current.get(report)?.names);
    return names.flatMap((name) => {
      if (kept.has(name) || isEndangering(entry, name)) return [];
      const marked = released.deprecated[`${report} ${name}`] ?? released.deprecated[`${report} ${ownerOf(name)}`];
      const reason = marked === undefined ? `was not deprecated in ${released.version}` : tooEarly(marked, version, now);
      return reason === null ? [] : [`${report}: ${name} is gone, but it ${reason}. Keep it, marked @deprecated (docs/reference/page-contract.md, "What goes away").`];
    });
  });
}

function tooEarly(marked: ReleasedApi['deprecated'][string], version: string, now: number): string | null {
  const promised = `is deprecated since ${marked.version} of ${marked.day}`;
  if (now - Date.parse(marked.day) < windowDays * dayLength) return `${promised}, less than ${String(windowDays)} days ago`;
  const breaking = semver.major(version) > semver.major(marked.version) || (semver.major(version) === 0 && semver.minor(version) > semver.minor(marked.version));
  return breaking ? null : `${promised}, and ${version} is no version that may take anything away`;
}

function deprecatedInSilence({ entry, current, released }: DeprecationState): readonly string[] {
  return [...current].flatMap(([report, { deprecated }]) =>
    deprecated
      .filter((name) => released.deprecated[`${report} ${name}`] === undefined && !entry.text.includes(`\`${name}\``))
      .map((name) => `${report}: ${name} is marked @deprecated, but page-kit/CHANGELOG.md does not name it: say under ${entry.version} what to use instead of \`${name}\`.`),
  );
}

/** The one exception: a fault that endangers visitors. The changelog has to say it. */
function isEndangering(entry: ChangelogEntry, name: string): boolean {
  return entry.text.split('\n').some((line) => /^- Taken away at once/.test(line) && [name, ownerOf(name)].some((gone) => line.includes(`\`${gone}\``)));
}

function ownerOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** The API of a version that goes out on that day; what was deprecated before keeps its day. */
export function releaseApi(version: string, day: string, current: DeprecationState['current'], before: ReleasedApi | null): ReleasedApi {
  const marked = [...current].flatMap(([report, { deprecated }]) => deprecated.map((name) => `${report} ${name}`));
  return {
    version,
    names: Object.fromEntries([...current].map(([report, { names }]) => [report, [...names]])),
    deprecated: Object.fromEntries(marked.map((key) => [key, before?.deprecated[key] ?? { version, day }])),
  };
}
