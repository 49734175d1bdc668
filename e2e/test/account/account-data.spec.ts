import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { createAccount, giveSession, newPerson } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** Exports the data, and returns the texts of the files in the archive, by path. */
async function exported(page: Page): Promise<ReadonlyMap<string, string>> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^atrium-\d{4}-\d\d-\d\d\.zip$/);
  const archive = unzipSync(await readFile(await download.path()));
  return new Map(Object.entries(archive).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

test('the export has a person’s own data, and nothing private of another member of a shared board', SOAK, async ({ page, site, consoleMessages }) => {
  const ada = newPerson();
  const bob = newPerson('Bob Babbage');
  const session = await createAccount(site, ada);
  const [own, other] = [new PersonApi(site, session), new PersonApi(site, await createAccount(site, bob))];
  const shared = await other.addBoard('Choir');
  await other.invite(shared, ada.email);
  await own.accept(shared);
  await own.addNote(shared, 'Songs', 'Dowland');
  await other.addNote(shared, 'Note of Bob', 'He wrote it himself.');
  await other.addNote(await other.addBoard('Board of Bob'), 'Diary', 'A private entry.');
  const [note = ''] = await own.notesOf(shared);
  await own.addFile(shared, note, { name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from('la') });
  await own.addFile(shared, note, { name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from('do') });
  await other.addFile(shared, note, { name: 'bob.txt', mimeType: 'text/plain', buffer: Buffer.from('la') });
  await giveSession(page, site, JSON.stringify(session));
  await page.goto('/account/data');
  await expect(page.getByText('2 files, 4 bytes')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Export data' });

  await test.step('without a connection, no file is saved', async () => {
    consoleMessages.allow(FAILED_REQUEST, /^error: The export failed/);
    await page.route('**/rest/v1/workspace_notes*', (route) => route.abort('internetdisconnected'));
    await submit.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('no file was saved');
    await page.unroute('**/rest/v1/workspace_notes*');
  });

  await test.step('without Storage, no file is saved, and the message names the file', async () => {
    consoleMessages.allow(FAILED_REQUEST, /^error: The export failed/);
    await page.route('**/storage/v1/object/workspace-files/**', (route) => route.abort('internetdisconnected'));
    await submit.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('“workspace/Choir/song.txt” could not be read');
    await page.unroute('**/storage/v1/object/workspace-files/**');
  });

  const archive = await exported(page);
  await expect(page.getByText(/^Your data is saved as atrium-/)).toBeVisible();
  expect([...archive.keys()]).toEqual(['workspace/Choir/song.txt', 'workspace/Choir/song (2).txt', 'data.json']);
  expect([archive.get('workspace/Choir/song.txt'), archive.get('workspace/Choir/song (2).txt')].toSorted()).toEqual(['do', 'la']);
  const text = archive.get('data.json') ?? '';
  const content: unknown = JSON.parse(text);
  expect(content).toMatchObject({
    format: 'atrium-export/2',
    account: { email: ada.email, profile: { name: ada.name } },
    workspace: {
      boards: expect.arrayContaining([expect.objectContaining({ id: shared, name: 'Choir', isOwner: false })]),
      notes: expect.arrayContaining([expect.objectContaining({ board: shared, title: 'Songs', body: 'Dowland' })]),
      files: [expect.objectContaining({ board: shared, name: 'song.txt', size: 2, path: 'workspace/Choir/song.txt' }), expect.objectContaining({ path: 'workspace/Choir/song (2).txt' })],
    },
    missingFiles: [],
  });
  for (const secret of [bob.email, 'Note of Bob', 'He wrote it himself.', 'Board of Bob', 'Diary', 'A private entry.', 'bob.txt']) expect(text).not.toContain(secret);

  await test.step('files can be left out', async () => {
    await page.getByRole('checkbox', { name: 'Files' }).uncheck();
    expect([...(await exported(page)).keys()]).toEqual(['data.json']);
  });
});
