/** The newest entry of a changelog. */
export interface ChangelogEntry {
  readonly version: string;
  /** Whether its version is out: it has a date. */
  readonly released: boolean;
  readonly text: string;
}

/** A heading such as `## 0.2.0, 2026-01-31` or `## 0.2.0, unreleased`. */
const heading = /^## (\d+\.\d+\.\d+\S*), (\d{4}-\d\d-\d\d|unreleased)$/m;

/** Reads the newest entry of a changelog, which stands first; null where there is none. */
export function newestEntry(changelog: string): ChangelogEntry | null {
  const found = heading.exec(changelog);
  const [, version, date] = found ?? [];
  if (found === null || version === undefined) return null;
  const rest = changelog.slice(found.index + found[0].length);
  const end = rest.search(/^## /m);
  return { version, released: date !== 'unreleased', text: (end === -1 ? rest : rest.slice(0, end)).trim() };
}
