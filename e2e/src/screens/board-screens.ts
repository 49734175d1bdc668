import { expect, type Locator } from '@playwright/test';
import { changeNotes, lastAuthor, makeViewer, noteOf } from './board-responses.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Screen } from './screen.ts';
import type { Visit } from './visit.ts';

/** Opens the member's board, and waits for its notes and its presence list. */
export async function openBoard(visit: Visit): Promise<void> {
  const { board, notes } = BOARD_TEXTS[visit.language];
  await visit.open((await visit.memberPaths()).board, board);
  await expect(visit.page.getByRole('heading', { level: 2, name: notes[0]?.[0] ?? '', exact: true })).toBeVisible();
  await expect(visit.page.getByText(visit.say('Only you are here now.'))).toBeVisible();
  // The counts, in any plural form.
  await expect(visit.page.getByRole('main').getByText(' · ')).toBeVisible();
}

async function openMenu(visit: Visit): Promise<void> {
  await openBoard(visit);
  await visit.button('More').click();
  await expect(visit.button('Delete board')).toBeVisible();
}

/** Opens the menu of the note with this index. */
async function openNoteMenu({ page, say, language }: Visit, index = 0): Promise<void> {
  const [title = ''] = BOARD_TEXTS[language].notes[index] ?? [];
  await page.getByRole('main').getByRole('button', { name: `${say('Note actions')} ${title}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Chooses an action in the menu of the note with this index. */
async function chooseOfNote(visit: Visit, name: string, index = 0): Promise<void> {
  await openNoteMenu(visit, index);
  await visit.page.getByRole('menuitem', { name: new RegExp(`^${visit.say(name)}`) }).click();
}

/** Opens the files of the first note. Returns the thumbnail that opens its picture. */
async function openPicture(visit: Visit): Promise<Locator> {
  await chooseOfNote(visit, 'Files');
  const thumbnail = visit.button('View {name}', { name: 'plan.png' });
  await expect(thumbnail.locator('img')).toBeVisible();
  return thumbnail;
}

async function openEditor(visit: Visit): Promise<void> {
  await openBoard(visit);
  await chooseOfNote(visit, 'Edit');
  await expect(visit.button('Close')).toBeVisible();
}

/** Opens the member's board as its viewer, with the explanation. */
async function openAsViewer(visit: Visit): Promise<void> {
  await makeViewer(visit);
  await openBoard(visit);
  await visit.button('View only').click();
  await visit.read('You can read this board and copy its text. To edit it, ask {owner}.', { owner: BOARD_TEXTS[visit.language].names[1] });
}

/** A board with its notes and members. */
export const boardScreens: readonly Screen[] = [
  { name: 'board', viewer: 'member', leavesOnlyPopups: true, wide: true, show: openBoard },
  {
    name: 'board-added',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      // Mocked here, so that the board stays the same for the next pictures.
      const [title = '', body = ''] = BOARD_TEXTS[visit.language].notes[1] ?? [];
      const note = noteOf({ title, body });
      await openBoard(visit);
      await visit.respond(/workspace_notes\?(?!.*board=eq)/, [note], 201);
      await visit.respond(/workspace_notes\?.*&id=in/, [note]);
      await changeNotes(visit, (notes) => [note, ...notes]);
      await visit.page.setViewportSize({ width: 1280, height: 720 });
      await visit.field('Title').fill(title);
      await visit.button('Add note').click();
      await expect(visit.page.getByRole('button', { name: `${visit.say('View')} ${title}` })).toBeVisible();
    },
  },
  {
    name: 'board-compose',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      await visit.page.setViewportSize({ width: 390, height: 844 });
      await openBoard(visit);
      await visit.button('Add note').click();
      await visit.page.getByRole('dialog').getByLabel(visit.say('Note'), { exact: true }).fill(BOARD_TEXTS[visit.language].notes[1]?.[1] ?? '');
    },
  },
  {
    name: 'board-conflict',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      const { notes } = BOARD_TEXTS[visit.language];
      const [title = '', body = ''] = notes[0] ?? [];
      const writer = await lastAuthor(visit);
      await openEditor(visit);
      // Mocked here: the other member has added another sentence.
      await visit.page.route(/workspace_notes\?(?:.*&)?id=eq/, (route) => route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' },
        json: route.request().method() === 'GET' ? [{ ...noteOf({ title, body: `${body} ${notes[1]?.[1] ?? ''}` }), version: 9, edited_by: writer(), edited_at: '2026-03-02T09:28:00+00:00' }] : [],
      }));
      await visit.field('Note').fill(`${body} ${notes[3]?.[1] ?? ''}`);
      await visit.button('Close').click();
      await expect(visit.button('Keep both')).toBeVisible();
    },
  },
  {
    name: 'board-note-menu',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openBoard(visit);
      await openNoteMenu(visit);
    },
  },
  {
    name: 'board-move',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openBoard(visit);
      await chooseOfNote(visit, 'Move to board…');
      await expect(visit.page.getByRole('option', { name: BOARD_TEXTS[visit.language].otherBoard })).toBeVisible();
    },
  },
  {
    name: 'board-order',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openBoard(visit);
      await visit.page.getByRole('search').getByRole('button', { name: new RegExp(`^${visit.say('Order')}`) }).click();
      await expect(visit.page.getByRole('menuitemradio').first()).toBeVisible();
    },
  },
  {
    name: 'board-deleted-note',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      // Mocked here, so that the board stays the same for the next pictures.
      const [title = '', body = ''] = BOARD_TEXTS[visit.language].notes[1] ?? [];
      await openBoard(visit);
      await visit.respond(/workspace_notes\?id=eq/, [noteOf({ title, body })]);
      // The page checks that the note is gone.
      await visit.respond(/workspace_notes\?select=id&id=eq/, []);
      await changeNotes(visit, (notes) => notes.filter((note) => note.title !== title));
      await chooseOfNote(visit, 'Delete', 1);
      await expect(visit.page.getByRole('button', { name: visit.say('Undo') })).toBeVisible();
      await expect(visit.page.getByRole('heading', { name: title })).toBeHidden();
    },
  },
  {
    name: 'board-people',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openMenu(visit);
      // Narrow windows have the button only there.
      await visit.button('Share').filter({ visible: true }).click();
      await expect(visit.page.getByLabel(visit.say('Email'), { exact: true })).toBeVisible();
      await visit.read('kim@');
    },
  },
  { name: 'board-view-only', viewer: 'member', newDocument: true, show: openAsViewer },
  {
    name: 'board-menu',
    viewer: 'member',
    leavesOnlyPopups: true,
    show: openMenu,
  },
  {
    name: 'board-rename',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openMenu(visit);
      await visit.button('Edit board').click();
      await expect(visit.page.getByRole('dialog').getByRole('button', { name: visit.say('Save') })).toBeVisible();
    },
  },
  {
    name: 'board-delete',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openMenu(visit);
      await visit.button('Delete board').click();
      await expect(visit.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'board-editing',
    viewer: 'member',
    async show(visit) {
      await openEditor(visit);
    },
  },
  {
    name: 'board-files',
    viewer: 'member',
    async show(visit) {
      await openBoard(visit);
      await openPicture(visit);
    },
  },
  {
    name: 'board-picture',
    viewer: 'member',
    async show(visit) {
      await openBoard(visit);
      await (await openPicture(visit)).click();
      await expect(visit.page.getByRole('dialog').getByRole('img', { name: 'plan.png' })).toBeVisible();
    },
  },
  {
    name: 'board-no-match',
    viewer: 'member',
    async show(visit) {
      await openBoard(visit);
      await visit.field('Search').fill('xyzzy');
      await visit.read('No matching notes');
    },
  },
  {
    name: 'board-awkward',
    viewer: 'member',
    async show(visit) {
      await visit.open((await visit.memberPaths()).awkward, BOARD_TEXTS[visit.language].otherBoard);
      await expect(visit.page.getByRole('heading', { level: 2, name: /^A title of some length/ })).toBeVisible();
    },
  },
  {
    name: 'board-reading',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      await visit.hold(/\/rest\/v1\/workspace_notes/);
      await visit.open((await visit.memberPaths()).board, BOARD_TEXTS[visit.language].board);
      await expect(visit.page.getByRole('status').filter({ hasText: visit.say('Loading…') })).toBeVisible();
      await expect(visit.page.getByText(visit.say('Only you are here now.'))).toBeVisible();
    },
  },
  {
    name: 'board-invitation',
    viewer: 'member',
    async show(visit) {
      await visit.open((await visit.memberPaths()).invitedTo, 'You are invited to “{name}”', { name: BOARD_TEXTS[visit.language].sharedBoard });
    },
  },
  {
    name: 'board-not-found',
    viewer: 'person',
    show: (visit) => visit.open('/workspace/5eed0000-0000-4000-8000-0000000000a1', 'Board not found'),
  },
];
