import type { Browser, Locator, Page } from '@playwright/test';
import { addNote, deleteNote, openNewBoard } from '../../src/people/boards.ts';
import { newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { fastForwardUntil } from '../../src/checks/page-time.ts';
import { createAccount, expireSession, giveSession, newPerson, signInFirst, type Person } from '../../src/people/people.ts';
import type { Site } from '../../src/site/site.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

interface Other {
  readonly page: Page;
  readonly person: Person;
}

/** A second person in another browser. */
async function openOther(browser: Browser, site: Site): Promise<Other> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const person = newPerson('Bob Babbage');
  await giveSession(page, site, JSON.stringify(await createAccount(site, person)));
  return { page, person };
}

/** The owner of the open board "Choir" invites the other person, who accepts on the board's page. */
async function share(owner: Page, { page, person }: Other): Promise<void> {
  await owner.getByRole('button', { name: 'Share' }).click();
  await owner.getByLabel('Email', { exact: true }).fill(person.email);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await expect(owner.getByRole('button', { name: `Cancel invitation ${person.email}` })).toBeVisible({ timeout: 20_000 });
  await page.goto(new URL(owner.url()).pathname);
  await expect(page.getByRole('heading', { level: 1, name: 'You are invited to “Choir”' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept Choir' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choir', exact: true })).toBeVisible();
  await expect(owner.getByText('Not accepted yet')).toBeHidden();
  await owner.getByRole('button', { name: 'Close' }).click();
}

/** The interval of the realtime client's heartbeat, and more than its longest pause between two attempts to reconnect, in milliseconds. */
const HEARTBEAT = 26_000;

// The two longest tests come first, so that the run does not end with one of them on one core.
test('two people on one board see each other and each other’s changes, even after one was offline', async ({ page, site, browser, consoleMessages }) => {
  test.slow();
  consoleMessages.allow(FAILED_REQUEST);
  await signInFirst(page, site);
  const other = await openOther(browser, site);
  const bob = other.page;
  await bob.clock.install();
  await openNewBoard(page, 'Archive');
  await openNewBoard(page, 'Choir');
  await share(page, other);
  await expect(page.getByText('Here now: Bob Babbage and you')).toBeVisible();
  await expect(bob.getByText('Here now: Ada Lovelace and you')).toBeVisible();

  await addNote(page, 'Songs', 'Dowland');
  await expect(bob.getByText('Dowland')).toBeVisible();
  await addNote(bob, 'Dates');
  await bob.getByLabel('Done Dates').press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New note', 'Songs', 'Dates']);
  // The check appears after the running reads of the list were cancelled.
  await bob.getByLabel('Done Songs').click();
  await expect(bob.getByLabel('Done Songs')).toBeChecked();
  await expect(page.getByLabel('Done Songs')).toBeChecked();

  await page.getByRole('button', { name: 'Files Songs' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files Songs' }).click();
  await (await choosing).setFiles({ name: 'Noten ä.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByRole('button', { name: 'View Noten ä.png' })).toBeVisible();
  await bob.getByRole('button', { name: 'Files (1) Songs' }).click();
  const widthOf = (image: Locator) => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth);
  const thumbnail = bob.getByRole('button', { name: 'View Noten ä.png' }).locator('img');
  await expect(thumbnail).toHaveAttribute('src', /^data:image\/webp/);
  await expect.poll(() => widthOf(thumbnail)).toBe(96);
  await thumbnail.click();
  await expect.poll(() => widthOf(bob.getByRole('img', { name: 'Noten ä.png' }))).toBe(1);
  await bob.keyboard.press('Escape');

  await deleteNote(bob, 'Songs');
  await expect(page.getByRole('heading', { level: 2, name: 'Songs' })).toBeHidden();
  await bob.getByRole('button', { name: 'Undo' }).click();
  // It returns to its position, with its file and its author.
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New note', 'Songs', 'Dates']);
  await expect(page.getByRole('button', { name: 'Files (1) Songs' })).toBeVisible();
  await expect(bob.getByRole('listitem').filter({ has: bob.getByRole('heading', { name: 'Songs' }) })).toContainText('By Ada Lovelace,');

  await page.getByRole('button', { name: 'Note actions Songs' }).click();
  await page.getByRole('menuitem', { name: 'Move to board… Songs' }).click();
  await page.getByRole('option', { name: 'Archive' }).click();
  await expect(bob.getByRole('heading', { level: 2, name: 'Songs' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bob.getByRole('button', { name: 'Files (1) Songs' })).toBeVisible();
  await expect(bob.getByRole('heading', { level: 2 })).toHaveText(['New note', 'Songs', 'Dates']);

  await bob.context().setOffline(true);
  await fastForwardUntil(bob, HEARTBEAT, () => expect(bob.getByText(/live connection is interrupted/)).toBeVisible({ timeout: 1_000 }), 60_000);
  await bob.getByRole('button', { name: 'Edit Songs' }).click();
  await bob.getByLabel('Note', { exact: true }).fill('Dowland and Byrd');
  await bob.getByRole('button', { name: 'Close' }).click();
  await bob.getByLabel('Title').fill('Written on the train');
  await bob.getByRole('button', { name: 'Add note' }).click();
  await expect(bob.getByText('Kept in this tab. It will be sent when you are back online.').first()).toBeVisible({ timeout: 20_000 });
  await addNote(page, 'Meanwhile');
  await deleteNote(page, 'Dates');
  await bob.context().setOffline(false);
  await fastForwardUntil(bob, HEARTBEAT, () => expect(bob.getByText(/live connection is interrupted/)).toBeHidden({ timeout: 3_000 }), 60_000);
  await expect(page.getByText('Dowland and Byrd')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Written on the train' })).toBeVisible();
  await expect(bob.getByRole('heading', { name: 'Meanwhile' })).toBeVisible({ timeout: 60_000 });
  await expect(bob.getByRole('heading', { name: 'Dates' })).toBeHidden();

  await bob.context().close();
  await expect(page.getByText('Only you are here now.')).toBeVisible({ timeout: 60_000 });
});

test('two people who edit the same note lose nothing, a viewer only reads, and a stranger sees nothing', async ({ page, site, browser }) => {
  await signInFirst(page, site);
  const other = await openOther(browser, site);
  const board = await openNewBoard(page, 'Choir');
  await addNote(page, 'Songs', 'Dowland');
  await share(page, other);
  // What the other person writes is not stored until this one has stored their text.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.page.route(/\/workspace_notes/, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.fallback();
  });
  await other.page.getByRole('button', { name: 'Edit Songs' }).click();
  await other.page.getByLabel('Note', { exact: true }).fill('Dowland and Byrd');
  await expect(other.page.getByText('Here now: Ada Lovelace and you')).toBeVisible();
  // Notes that arrive above an open editor do not move it, even if the page was too short to scroll.
  const topOfEditor = async () => (await other.page.getByLabel('Note', { exact: true }).boundingBox())?.y ?? 0;
  const top = await topOfEditor();
  for (const title of ['Dates', 'Tickets', 'Music']) await addNote(page, title, 'One line\nand another');
  await expect(other.page.getByText('4 notes')).toBeVisible();
  await expect(other.page.getByLabel('Search')).toBeAttached();
  // The end of the page is on screen, and a notice that disappears there does not move it either.
  await expect(other.page.getByText('You are on the board')).toBeHidden();
  // The browser scrolls in whole pixels.
  await expect.poll(async () => Math.abs((await topOfEditor()) - top)).toBeLessThan(1);
  await page.getByRole('button', { name: 'Edit Songs' }).click();
  const stored = page.waitForResponse((response) => response.ok() && response.request().method() === 'PATCH' && (response.request().postData() ?? '').includes('Tallis'));
  await page.getByLabel('Note', { exact: true }).fill('Dowland and Tallis');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Dowland and Tallis')).toBeVisible();
  // The text is on screen before it is stored.
  await stored;
  release();
  await expect(other.page.getByRole('group').filter({ hasText: 'Dowland and Tallis' })).toBeVisible();
  await expect(other.page.getByLabel('Note', { exact: true })).toHaveValue('Dowland and Byrd');
  await other.page.getByRole('button', { name: 'Keep both' }).click();
  await other.page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Dowland and Byrd')).toContainText('Dowland and Tallis');
  // The actions of a row replace what it says about the note, and do not cover a part of it.
  const editedBy = page.getByText('Edited by Bob Babbage');
  const isSeen = () => editedBy.evaluate((text) => text.checkVisibility({ opacityProperty: true }));
  await page.getByRole('heading', { level: 2, name: 'Songs' }).hover();
  await expect.poll(isSeen).toBe(false);

  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(isSeen).toBe(true);
  await page.getByRole('button', { name: 'Role of Bob Babbage: Editor' }).click();
  await page.getByRole('menuitemradio', { name: 'Viewer' }).click();
  await expect(other.page.getByRole('button', { name: 'View only' })).toBeVisible();
  await expect(other.page.getByLabel('Title')).toBeHidden();
  await other.page.getByRole('button', { name: 'View only' }).click();
  await expect(other.page.getByText('To edit it, ask Ada Lovelace.')).toBeVisible();
  await page.getByRole('button', { name: 'Role of Bob Babbage: Viewer' }).click();
  await page.getByRole('menuitem', { name: 'Remove Bob Babbage' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(other.page.getByRole('heading', { level: 1, name: 'You are no longer on “Choir”' })).toBeVisible();
  // The board uses another channel now.
  await expect(page.getByText('Only you are here now.')).toBeVisible();
  await expect(page.getByText(/live connection is interrupted/)).toBeHidden();

  const stranger = await openOther(browser, site);
  await stranger.page.goto(board);
  await expect(stranger.page.getByRole('heading', { level: 1, name: 'Board not found' })).toBeVisible();
  await other.page.context().close();
  await stranger.page.context().close();
});

test('a note that is saved offline is kept immediately, although the session has to be renewed first', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /WebSocket/);
  await signInFirst(page, site);
  await openNewBoard(page);
  await page.context().setOffline(true);
  await expireSession(page, site);
  await page.getByLabel('Title').fill('Written on the train');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Kept in this tab. It will be sent when you are back online.').first()).toBeVisible({ timeout: 3_000 });
});

test('a person who is invited by mail without an account chooses a password and then sees the board', async ({ page, site, browser }) => {
  await signInFirst(page, site);
  const board = await openNewBoard(page, 'Choir');
  const { email } = newPerson();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Invite' }).click();
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto(await newestLink(site.backend.inboxUrl, email));
  await guest.getByRole('button', { name: 'Continue' }).click();
  await expect(guest).toHaveURL(`/update-password?${new URLSearchParams({ next: board }).toString()}`);
  await guest.goto(board);
  await guest.getByRole('button', { name: 'Accept Choir' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Choir', exact: true })).toBeVisible();
  await guest.context().close();
});

test('on a phone, a new note is announced with a link to it, and the layout does not shift', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 200 });
  await signInFirst(page, site);
  await openNewBoard(page);
  await addNote(page, 'Cake');
  await addNote(page, 'Music');
  await expect(page.getByLabel('Search')).toBeVisible();
  const list = page.getByRole('list', { name: 'Notes' });
  const before = await list.boundingBox();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Title').fill('Milk');
  await page.evaluate(() => history.back());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Milk');
  await expect(page.getByText('Added', { exact: true })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Added', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'View Milk' })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 2, name: 'Milk' })).not.toBeInViewport();
  expect(await page.evaluate((y) => y + scrollY, (await list.boundingBox())?.y ?? 0)).toBe(before?.y);
  await page.getByRole('button', { name: 'View Milk' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Milk' })).toBeInViewport();
});

test('on a phone, "back" closes a menu, and a toast is above the button for a new note', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInFirst(page, site);
  const board = await openNewBoard(page);
  await addNote(page, 'Cake');
  await page.getByRole('button', { name: 'Note actions Cake' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(board);
  await deleteNote(page, 'Cake');
  const toast = await page.locator('.shell-news-item').boundingBox();
  const button = await page.getByRole('button', { name: 'Add note' }).boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan((button?.y ?? 0) - 8);
});

test('exports a board as CSV and as Markdown', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await openNewBoard(page, 'Choir');
  await addNote(page, 'Songs', 'Dowland, "Flow my tears"');
  for (const [item, name, text] of [
    ['Export as CSV', 'Choir.csv', /^\ufeff.*"Dowland, ""Flow my tears"""/s],
    ['Export as Markdown', 'Choir.md', /^# Choir.*Songs/s],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: item }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(name);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Uint8Array);
    expect(Buffer.concat(chunks).toString()).toMatch(text);
  }
});

test('a reload keeps the search and the typed text', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  const board = await openNewBoard(page);
  await addNote(page, 'Ink', 'blue');
  await addNote(page, 'Paper', 'white');
  await page.getByLabel('Search').fill('blu');
  await expect(page).toHaveURL(`${board}?q=blu`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New note', 'Ink']);
  await page.getByLabel('Title').fill('Half a thought');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('blu');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New note', 'Ink']);
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
});
