import { contractFaults, forbiddenChanges, newestEntry, type ContractState } from '../api/contract-rules.ts';

const RELEASED = { version: '1.0.0', day: '2026-11-21', text: 'The first.' };
const UNRELEASED = { version: '1.1.0', day: null, text: 'A new button.' };

function reportOf(version: string, api: string): string {
  return `## @atrium/page-kit/ui, ${version}\n\n${api}\n`;
}

function state({ version = '1.0.0', entry = RELEASED, stored = {}, current = {} }: {
  readonly version?: string;
  readonly entry?: ContractState['entry'];
  readonly stored?: Readonly<Record<string, string>>;
  readonly current?: Readonly<Record<string, string>>;
}): ContractState {
  return { version, entry, stored: new Map(Object.entries(stored)), current: new Map(Object.entries(current)) };
}

const STORED = { 'ui.api.md': reportOf('1.0.0', 'Button') };

test('accepts reports and a changelog that match the sources', () => {
  expect(contractFaults(state({ stored: STORED, current: STORED }))).toEqual([]);
});

test.each([
  ['another API', { 'ui.api.md': reportOf('1.0.0', 'Knob') }, STORED],
  ['one entry point more', { ...STORED, 'site.api.md': reportOf('1.0.0', 'Link') }, STORED],
  ['one entry point less', {}, STORED],
  ['another version', { 'ui.api.md': reportOf('1.1.0', 'Button') }, STORED],
])('reports %s than the stored reports have', (_what, current, stored) => {
  expect(contractFaults(state({ stored, current }))).toEqual([expect.stringMatching(/public API of page-kit differs from page-kit\/api .*npm run api/)]);
});

test('reports a changelog that does not start with the version, or lists no changes for it', () => {
  expect(contractFaults(state({ version: '1.1.0' }))).toEqual([expect.stringContaining('CHANGELOG.md starts with 1.0.0. Add "## 1.1.0, unreleased"')]);
  expect(contractFaults(state({ entry: null }))).toEqual([expect.stringContaining('starts with no version')]);
  expect(contractFaults(state({ entry: { ...RELEASED, text: '' } }))).toEqual([expect.stringContaining('lists no changes for 1.0.0')]);
});

test.each([
  ['changes', { 'ui.api.md': reportOf('1.0.0', 'Knob') }],
  ['grows', { ...STORED, 'site.api.md': reportOf('1.0.0', 'Link') }],
  ['shrinks', {}],
])('the API of a released version never %s', (_what, current) => {
  expect(forbiddenChanges(state({ stored: STORED, current })).join('\n')).toMatch(/1\.0\.0 is released.*\(\w+\.api\.md\).*Raise the version/s);
});

test('the API of an unreleased version may change', () => {
  const current = { 'ui.api.md': reportOf('1.1.0', 'Knob') };
  expect(forbiddenChanges(state({ version: '1.1.0', entry: UNRELEASED, stored: STORED, current }))).toEqual([]);
  const begun = { 'ui.api.md': reportOf('1.1.0', 'Button') };
  expect(forbiddenChanges(state({ version: '1.1.0', entry: UNRELEASED, stored: begun, current }))).toEqual([]);
  expect(forbiddenChanges(state({ stored: STORED, current: STORED }))).toEqual([]);
});

test('the newest entry of a changelog is its first one', () => {
  const changelog = '# Changes\n\n## 1.1.0, unreleased\n\n- A new button.\n\n## 1.0.0, 2026-11-21\n\n- The first.\n';
  expect(newestEntry(changelog)).toEqual({ version: '1.1.0', day: null, text: '- A new button.' });
  expect(newestEntry(changelog.slice(changelog.indexOf('## 1.0.0')))).toEqual({ version: '1.0.0', day: '2026-11-21', text: '- The first.' });
  expect(newestEntry('# Changes\n\n## Next\n')).toBeNull();
});
