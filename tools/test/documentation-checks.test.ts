import { checkBlocks } from '../docs/check-blocks.ts';
import { checkFileNames } from '../docs/check-file-names.ts';
import { checkLinks } from '../docs/check-links.ts';
import { checkShell } from '../docs/check-shell.ts';
import type { Document } from '../docs/documents.ts';
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
])('accepts %s', async (script) => {
  expect(await shell(script)).toEqual([]);
});

test.each([
  ['npx --yes ./atrium-create-page-module-*.tgz orders --kit', 'docs/page.md:2: create-page-module refuses this'],
  ['npx atrium publish --wy x', 'docs/page.md:2: atrium refuses this'],
  ['cd a\nnpx atrium launch', 'docs/page.md:3: atrium refuses this'],
  ['npm run lunch', 'the script "lunch" does not exist'],
  ['npm run lint -w auth-remote', 'the script "lint" does not exist in the workspace auth-remote'],
  ['npm start -- --memry', 'npm start refuses this'],
  ['node --import tsx tools/none.ts', 'the file tools/none.ts does not exist'],
  ['atriun status', 'unknown command "atriun"'],
  ['if true; then', 'shell syntax error'],
])('refuses %s', async (script, fault) => {
  expect(await shell(script)).toEqual([expect.stringContaining(fault)]);
});

test('refuses blocks in an unknown language, and invalid data', () => {
  expect(checkBlocks(page('```cobol\n```\n'))).toEqual([expect.stringContaining('docs/page.md:2: no check exists for the language "cobol"')]);
  expect(checkBlocks(page('```json\n{ "peerDependencies": { "react": "^18.0.0", "left-pad": "1.0.0" } }\n```\n'))).toEqual([expect.stringMatching(/docs\/page\.md:2: invalid json: react has the version \^18\.0\.0\. Write \^19\./)]);
  expect(checkBlocks(page('```json\n{ "a": 1, }\n```\n\n```yaml\na: [\n```\n\n```jsonc\n{ "a": 1 } // so\n```\n'))).toEqual([
    expect.stringContaining('docs/page.md:2: invalid json'),
    expect.stringContaining('docs/page.md:6: invalid yaml'),
  ]);
});

test('refuses links to missing files and headings, except in code', async () => {
  const text = '# A heading\n\n[a](../README.md) [b](#a-heading) [c](../README.md#test-it) [d](none.md) [e](../README.md#none) `[f](none.md)`\n';
  expect(await checkLinks([{ file: 'docs/README.md', text, blocks: [] }])).toEqual([
    expect.stringContaining('#a-heading'),
    'docs/README.md: the target of the link none.md does not exist',
    'docs/README.md: the heading of the link ../README.md#none does not exist',
  ]);
});

test('accepts names of files and folders that the repository, the template or a block contains', async () => {
  const names = ['tools/docs', 'check-links.ts', 'page-kit/api/', './src/manifest.ts', 'src/languages/TAG.ts', '…_workspace_board_notes.sql', '.github/workflows/ci.yml', 'auth-remote/dist', 'orders-list.ts'];
  const text = `${names.map((name) => `\`${name}\``).join(' ')}\n\`\`\`ts orders-list.ts\n\`\`\`\n`;
  expect(await checkFileNames(page(text))).toEqual([]);
});

test.each(['tools/docs/none', 'shell/none.ts', 'none.md', 'src/none/TAG.ts', './page-kit/none/'])('refuses the file name %s', async (name) => {
  expect(await checkFileNames(page(`See \`${name}\`.\n`))).toEqual([`docs/page.md: the file or folder ${name} does not exist`]);
});

test('ignores code that names no file of the repository', async () => {
  expect(await checkFileNames(page('`.css` `@atrium/page-kit/ui` `auth/auth` `npm run none.ts` `/releases/none.js` `https://none.md`\n\n```sh\nnode none.ts\n```\n\n`a.b`\n'))).toEqual([]);
});
