/** The newest entry of a changelog. */
export interface ChangelogEntry {
  readonly version: string;
  /** The day on which its version went out (ISO 8601); null while it is not. */
  readonly day: string | null;
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
  return { version, day: date === undefined || date === 'unreleased' ? null : date, text: (end === -1 ? rest : rest.slice(0, end)).trim() };
}
