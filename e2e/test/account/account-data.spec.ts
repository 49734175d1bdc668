import { readFile } from 'node:fs/promises';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { createAccount, giveSession, newPerson } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

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
  await other.addFile(shared, note, { name: 'bob.txt', mimeType: 'text/plain', buffer: Buffer.from('la') });
  await giveSession(page, site, JSON.stringify(session));
  await page.goto('/account/data');
  await expect(page.getByText('Boards, notes and files')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Export data' });

  await test.step('without a connection, no file is saved', async () => {
    consoleMessages.allow(FAILED_REQUEST, /^error: The export failed/);
    await page.route('**/rest/v1/workspace_notes*', (route) => route.abort('internetdisconnected'));
    await submit.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('no file was saved');
    await page.unroute('**/rest/v1/workspace_notes*');
  });

  const saved = page.waitForEvent('download');
  await submit.click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^atrium-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const content: unknown = JSON.parse(text);
  expect(content).toMatchObject({
    account: { email: ada.email, profile: { name: ada.name } },
    workspace: {
      boards: expect.arrayContaining([expect.objectContaining({ id: shared, name: 'Choir', isOwner: false })]),
      notes: expect.arrayContaining([expect.objectContaining({ board: shared, title: 'Songs', body: 'Dowland' })]),
      files: [expect.objectContaining({ board: shared, name: 'song.txt', size: 2 })],
    },
  });
  for (const secret of [bob.email, 'Note of Bob', 'He wrote it himself.', 'Board of Bob', 'Diary', 'A private entry.', 'bob.txt']) expect(text).not.toContain(secret);
  await expect(page.getByText(/^Your data is saved as atrium-/)).toBeVisible();
});
