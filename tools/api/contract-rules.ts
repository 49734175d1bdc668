/** The newest entry of a changelog. */
export interface ChangelogEntry {
  readonly version: string;
  /** The day of its release (ISO 8601); null before the release. */
  readonly day: string | null;
  readonly text: string;
}

/** A heading such as `## 0.2.0, 2026-01-31` or `## 0.2.0, unreleased`. */
const HEADING = /^## (\d+\.\d+\.\d+\S*), (\d{4}-\d\d-\d\d|unreleased)$/m;

/** Reads the newest entry of a changelog, which is the first one; null if there is none. */
export function newestEntry(changelog: string): ChangelogEntry | null {
  const found = HEADING.exec(changelog);
  const [, version, date] = found ?? [];
  if (found === null || version === undefined) return null;
  const rest = changelog.slice(found.index + found[0].length);
  const end = rest.search(/^## /m);
  return { version, day: date === undefined || date === 'unreleased' ? null : date, text: (end === -1 ? rest : rest.slice(0, end)).trim() };
}

/** The public API of page-kit in the sources, and the stored one. */
export interface ContractState {
  /** Version of page-kit. */
  readonly version: string;
  /** The newest entry of its changelog. */
  readonly entry: ChangelogEntry | null;
  /** Reports by file name: those of the sources, and the stored ones. The first line of each ends with its version. */
  readonly current: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
}

/** Compares the public API of page-kit with the stored reports and the changelog. @returns a line for each fault, with the fix */
export function contractFaults({ version, entry, current, stored }: ContractState): readonly string[] {
  const faults: string[] = [];
  if (entry?.version !== version) {
    faults.push(`page-kit has version ${version}, but its CHANGELOG.md starts with ${entry?.version ?? 'no version'}. Add "## ${version}, unreleased" and the changes.`);
  } else if (entry.text === '') faults.push(`page-kit/CHANGELOG.md lists no changes for ${version}.`);
  const names = [...new Set([...current.keys(), ...stored.keys()])].sort();
  const changed = names.filter((name) => current.get(name) !== stored.get(name));
  if (changed.length > 0) {
    faults.push(`The public API of page-kit differs from page-kit/api (${changed.join(', ')}). If you changed it on purpose, run npm run api and review the difference.`);
  }
  return faults;
}

/** Checks that the stored reports may be replaced: a released version never changes. @returns lines that say why not */
export function forbiddenChanges({ version, entry, current, stored }: ContractState): readonly string[] {
  const reports = [...stored].filter(([, text]) => versionOf(text) === version && entry?.version === version && entry.day !== null);
  const gone = reports.filter(([name, text]) => current.get(name) !== text).map(([name]) => name);
  const added = reports.length === 0 ? [] : [...current.keys()].filter((name) => !stored.has(name));
  const changed = [...gone, ...added];
  if (changed.length === 0) return [];
  return [
    `page-kit ${version} is released, so its API cannot change (${changed.join(', ')}).`,
    'Raise the version in page-kit/package.json and src/contract/contract-version.ts (docs/reference/page-contract.md says which part of it),',
    'and start page-kit/CHANGELOG.md with "## VERSION, unreleased" and the changes. Then run npm run api again.',
  ];
}

function versionOf(report: string): string | undefined {
  return /^## .*, (\S+)$/m.exec(report)?.[1];
}
