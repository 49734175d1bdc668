import type { ChangelogEntry } from './changelog.ts';

/** The page contract as it is, and as it was written down. */
export interface ContractState {
  /** Version of page-kit. */
  readonly version: string;
  /** The newest entry of its changelog. */
  readonly entry: ChangelogEntry | null;
  /** Reports by file name: of the sources, and as stored. The first line of each ends with the version it is of. */
  readonly current: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
}

/** What is wrong, in lines that say what to do. */
export function contractTroubles({ version, entry, current, stored }: ContractState): readonly string[] {
  const troubles: string[] = [];
  if (entry?.version !== version) {
    troubles.push(`page-kit is ${version}, but its CHANGELOG.md begins with ${entry?.version ?? 'nothing'}: write "## ${version}, unreleased" and what changed.`);
  } else if (entry.text === '') troubles.push(`page-kit/CHANGELOG.md says nothing about ${version}.`);
  const names = [...new Set([...current.keys(), ...stored.keys()])].sort();
  const changed = names.filter((name) => current.get(name) !== stored.get(name));
  if (changed.length > 0) {
    troubles.push(`The page contract is not what page-kit/api says (${changed.join(', ')}). If that is on purpose, run npm run api and read the difference.`);
  }
  return troubles;
}

/** Why the stored reports must not be replaced by the current ones, in lines: a version that is out does not change. */
export function forbiddenChanges({ version, entry, current, stored }: ContractState): readonly string[] {
  const reports = [...stored].filter(([, text]) => versionOf(text) === version && entry?.version === version && entry.day !== null);
  const gone = reports.filter(([name, text]) => current.get(name) !== text).map(([name]) => name);
  const added = reports.length === 0 ? [] : [...current.keys()].filter((name) => !stored.has(name));
  const changed = [...gone, ...added];
  if (changed.length === 0) return [];
  return [
    `page-kit ${version} is out, and its API must not change any more (${changed.join(', ')}).`,
    'Raise the version in page-kit/package.json and src/contract/contract-version.ts (docs/reference/page-contract.md says which part of it),',
    'and begin page-kit/CHANGELOG.md with "## VERSION, unreleased" and what changed. Then run npm run api again.',
  ];
}

function versionOf(report: string): string | undefined {
  return /^## .*, (\S+)$/m.exec(report)?.[1];
}
