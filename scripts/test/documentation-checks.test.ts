import type { Document } from '../docs/documents.ts';
import { checkData } from '../docs/check-data.ts';
import { checkLanguages } from '../docs/check-languages.ts';
import { checkLinks } from '../docs/check-links.ts';
import { checkShell } from '../docs/check-shell.ts';
import { fencedBlocks } from '../docs/fenced-blocks.ts';

/** A page below docs. */
function page(text: string): Document[] {
  return [{ file: 'docs/page.md', text, blocks: fencedBlocks(text) }];
}

const shell = (script: string) => checkShell(page(`\`\`\`sh\n${script}\n\`\`\`\n`));

test.each([
  ['atrium publish --why "a reason" --site https://app.example.org'],
  ['npm ci && npm start -- --memory --migrations ../orders/supabase/migrations'],
  ['npm run build -w auth-remote'],
  ['node --import tsx credentials-server/src/command.ts'],
])('takes %s', async (script) => {
  expect(await shell(script)).toEqual([]);
});

test.each([
  ['npx atrium publish --wy x', 'docs/page.md:2: atrium would refuse this'],
  ['cd a\nnpx atrium launch', 'docs/page.md:3: atrium would refuse this: Unknown command "launch"'],
  ['npm run lunch', 'there is no script "lunch"'],
  ['npm run lint -w auth-remote', 'there is no script "lint" in the workspace auth-remote'],
  ['npm start -- --memry', 'npm start would refuse this'],
  ['node --import tsx scripts/none.ts', 'there is no file scripts/none.ts'],
  ['atriun status', '"atriun" is no command that the documentation knows'],
  ['if true; then', 'no shell reads this'],
])('refuses %s', async (script, trouble) => {
  expect(await shell(script)).toEqual([expect.stringContaining(trouble)]);
});

test('refuses blocks that nobody checks, and data that is none', () => {
  expect(checkLanguages(page('```cobol\n```\n'))).toEqual([expect.stringContaining('docs/page.md:2: nothing checks a block of the language "cobol"')]);
  expect(checkData(page('```json\n{ "a": 1, }\n```\n\n```yaml\na: [\n```\n\n```jsonc\n{ "a": 1 } // so\n```\n'))).toEqual([
    expect.stringContaining('docs/page.md:2: this is no json'),
    expect.stringContaining('docs/page.md:6: this is no yaml'),
  ]);
});

test('refuses links to files and headings that are not there, but for those in code', async () => {
  const text = '# A heading\n\n[a](../README.md) [b](#a-heading) [c](../README.md#test-it) [d](none.md) [e](../README.md#none) `[f](none.md)`\n';
  expect(await checkLinks([{ file: 'docs/README.md', text, blocks: [] }])).toEqual([
    expect.stringContaining('#a-heading'),
    'docs/README.md: the link to none.md leads nowhere',
    'docs/README.md: there is no heading for the link ../README.md#none',
  ]);
});
