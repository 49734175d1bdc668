import { newestEntry } from '../api/changelog.ts';
import { contractTroubles, forbiddenChanges, type ContractState } from '../api/contract-rules.ts';

const released = { version: '1.0.0', day: '2026-11-21', text: 'The first.' };
const open = { version: '1.1.0', day: null, text: 'A new button.' };

function reportOf(version: string, api: string): string {
  return `## @atrium/page-kit/ui, ${version}\n\n${api}\n`;
}

function state({ version = '1.0.0', entry = released, stored = {}, current = {} }: {
  readonly version?: string;
  readonly entry?: ContractState['entry'];
  readonly stored?: Readonly<Record<string, string>>;
  readonly current?: Readonly<Record<string, string>>;
}): ContractState {
  return { version, entry, stored: new Map(Object.entries(stored)), current: new Map(Object.entries(current)) };
}

const asItWas = { 'ui.api.md': reportOf('1.0.0', 'Button') };

test('reports that say what is there, and a changelog that speaks of the version, are no trouble', () => {
  expect(contractTroubles(state({ stored: asItWas, current: asItWas }))).toEqual([]);
});

test.each([
  ['another API', { 'ui.api.md': reportOf('1.0.0', 'Knob') }, asItWas],
  ['one entry point more', { ...asItWas, 'site.api.md': reportOf('1.0.0', 'Link') }, asItWas],
  ['one entry point less', {}, asItWas],
  ['another version', { 'ui.api.md': reportOf('1.1.0', 'Button') }, asItWas],
])('%s than the stored reports have is trouble', (_what, current, stored) => {
  expect(contractTroubles(state({ stored, current }))).toEqual([expect.stringMatching(/page contract is not what page-kit\/api says .*npm run api/)]);
});

test('a changelog that does not begin with the version, or says nothing of it, is trouble', () => {
  expect(contractTroubles(state({ version: '1.1.0' }))).toEqual([expect.stringContaining('CHANGELOG.md begins with 1.0.0: write "## 1.1.0, unreleased"')]);
  expect(contractTroubles(state({ entry: null }))).toEqual([expect.stringContaining('begins with nothing')]);
  expect(contractTroubles(state({ entry: { ...released, text: '' } }))).toEqual([expect.stringContaining('says nothing about 1.0.0')]);
});

test.each([
  ['changes', { 'ui.api.md': reportOf('1.0.0', 'Knob') }],
  ['grows', { ...asItWas, 'site.api.md': reportOf('1.0.0', 'Link') }],
  ['shrinks', {}],
])('the API of a version that is out never %s', (_what, current) => {
  expect(forbiddenChanges(state({ stored: asItWas, current })).join('\n')).toMatch(/1\.0\.0 is out.*\(\w+\.api\.md\).*Raise the version/s);
});

test('a version that is not out may change, and so may the next one', () => {
  const current = { 'ui.api.md': reportOf('1.1.0', 'Knob') };
  expect(forbiddenChanges(state({ version: '1.1.0', entry: open, stored: asItWas, current }))).toEqual([]);
  const begun = { 'ui.api.md': reportOf('1.1.0', 'Button') };
  expect(forbiddenChanges(state({ version: '1.1.0', entry: open, stored: begun, current }))).toEqual([]);
  expect(forbiddenChanges(state({ stored: asItWas, current: asItWas }))).toEqual([]);
});

test('the newest entry of a changelog is its first', () => {
  const changelog = '# Changes\n\n## 1.1.0, unreleased\n\n- A new button.\n\n## 1.0.0, 2026-11-21\n\n- The first.\n';
  expect(newestEntry(changelog)).toEqual({ version: '1.1.0', day: null, text: '- A new button.' });
  expect(newestEntry(changelog.slice(changelog.indexOf('## 1.0.0')))).toEqual({ version: '1.0.0', day: '2026-11-21', text: '- The first.' });
  expect(newestEntry('# Changes\n\n## Next\n')).toBeNull();
});
