import { expect } from '@playwright/test';
import * as v from 'valibot';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Screen } from './screen.ts';
import type { Stage } from './visit.ts';

/** Opens the member's board, and waits for its notes and for who is there. */
async function openBoard(stage: Stage): Promise<void> {
  const { board, notes } = BOARD_TEXTS[stage.language];
  await stage.open((await stage.places()).board, board);
  await expect(stage.page.getByRole('heading', { level: 2, name: notes[0]?.[0] ?? '', exact: true })).toBeVisible();
  await expect(stage.page.getByText(stage.say('Only you are here now.'))).toBeVisible();
  // How much is on it, in whichever plural forms.
  await expect(stage.page.getByRole('main').getByText(' · ')).toBeVisible();
}

async function openMenu(stage: Stage): Promise<void> {
  await openBoard(stage);
  await stage.button('More').click();
  await expect(stage.page.getByRole('menuitem', { name: stage.say('Delete board') })).toBeVisible();
}

/** A button of the first note. */
function noteButton({ page, say }: Stage, name: string) {
  return page.getByRole('main').getByRole('button', { name: new RegExp(`^${say(name)}`) }).first();
}

/** A note as the database gives it. */
function noteOf(texts: { readonly title: string; readonly body: string }) {
  const at = '2026-03-02T09:30:00+00:00';
  return {
    ...texts, id: '5eed0000-0000-4000-8000-0000000000b1', board: '', done: false, position: 'Z', version: 1, author: null,
    created_at: at, updated_at: at, workspace_attachments: [],
  };
}

const notesSchema = v.array(v.looseObject({ title: v.string() }));

/** Changes what the board gets when it reads its list again, for example when it hears of changes for the first time. */
async function changeNotes(stage: Stage, change: (notes: v.InferOutput<typeof notesSchema>) => object[]): Promise<void> {
  await stage.page.route(/workspace_notes\?(?=.*board=eq)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: change(v.parse(notesSchema, await response.json())) });
  });
}

/** Boards, notes, and the people on them. */
export const workspaceScreens: readonly Screen[] = [
  {
    name: 'boards-empty',
    viewer: 'person',
    async show(stage) {
      await stage.open('/workspace', 'Workspace');
      await expect(stage.button('Create board')).toBeVisible();
    },
  },
  {
    name: 'boards',
    viewer: 'member',
    wide: true,
    async show(stage) {
      await stage.open('/workspace', 'Workspace');
      await expect(stage.page.getByRole('link', { name: BOARD_TEXTS[stage.language].board })).toBeVisible();
      await stage.read('Invitations');
    },
  },
  {
    name: 'boards-reading',
    viewer: 'member',
    async show(stage) {
      await stage.hold(/\/rest\/v1\/workspace_boards/);
      await stage.open('/workspace', 'Workspace');
      await expect(stage.page.getByRole('status').filter({ hasText: stage.say('Loading…') })).toBeVisible();
    },
  },
  { name: 'board', viewer: 'member', wide: true, show: openBoard },
  {
    name: 'board-added',
    viewer: 'member',
    async show(stage) {
      // Answered here: the board is the same for the pictures that come after.
      const [title = '', body = ''] = BOARD_TEXTS[stage.language].notes[1] ?? [];
      const note = noteOf({ title, body });
      await openBoard(stage);
      await stage.answer(/workspace_notes\?(?!.*board=eq)/, [note], 201);
      await stage.answer(/workspace_notes\?.*&id=in/, [note]);
      await changeNotes(stage, (notes) => [note, ...notes]);
      await stage.field('Title').fill(title);
      await stage.button('Add note').click();
      await expect(stage.page.getByRole('button', { name: `${stage.say('View')} ${title}` })).toBeVisible();
    },
  },
  {
    name: 'board-editing',
    viewer: 'member',
    async show(stage) {
      await openBoard(stage);
      await noteButton(stage, 'Edit').click();
      await expect(stage.button('Save note')).toBeVisible();
    },
  },
  {
    name: 'board-files',
    viewer: 'member',
    async show(stage) {
      await openBoard(stage);
      await noteButton(stage, 'Files').click();
      await expect(stage.page.getByRole('img', { name: stage.say('Preview of {name}', { name: 'plan.png' }) })).toBeVisible();
    },
  },
  {
    name: 'board-deleted-note',
    viewer: 'member',
    async show(stage) {
      // Answered here: the board is the same for the pictures that come after.
      const [title = '', body = ''] = BOARD_TEXTS[stage.language].notes[1] ?? [];
      await openBoard(stage);
      await stage.answer(/workspace_notes\?id=eq/, [noteOf({ title, body })]);
      await changeNotes(stage, (notes) => notes.filter((note) => note.title !== title));
      await stage.page.getByRole('listitem').filter({ has: stage.page.getByRole('heading', { name: title }) }).getByRole('button', { name: new RegExp(`^${stage.say('Delete')}`) }).click();
      await expect(stage.page.getByRole('button', { name: stage.say('Undo') })).toBeVisible();
      await expect(stage.page.getByRole('heading', { name: title })).toBeHidden();
    },
  },
  {
    name: 'board-people',
    viewer: 'member',
    async show(stage) {
      await openBoard(stage);
      await stage.button('People').click();
      await expect(stage.field('Email of the person')).toBeVisible();
      await stage.read('kim@');
    },
  },
  {
    name: 'board-menu',
    viewer: 'member',
    show: openMenu,
  },
  {
    name: 'board-rename',
    viewer: 'member',
    async show(stage) {
      await openMenu(stage);
      await stage.page.getByRole('menuitem', { name: stage.say('Rename board') }).click();
      await expect(stage.page.getByRole('dialog').getByRole('button', { name: stage.say('Save name') })).toBeVisible();
    },
  },
  {
    name: 'board-delete',
    viewer: 'member',
    async show(stage) {
      await openMenu(stage);
      await stage.page.getByRole('menuitem', { name: stage.say('Delete board') }).click();
      await expect(stage.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'board-no-match',
    viewer: 'member',
    async show(stage) {
      await openBoard(stage);
      await stage.field('Search').fill('xyzzy');
      await stage.read('No note fits');
    },
  },
  {
    name: 'board-awkward',
    viewer: 'member',
    async show(stage) {
      await stage.page.goto((await stage.places()).awkward);
      await expect(stage.page.getByRole('heading', { level: 2, name: /^A title of some length/ })).toBeVisible();
    },
  },
  {
    name: 'board-reading',
    viewer: 'member',
    async show(stage) {
      await stage.hold(/\/rest\/v1\/workspace_notes/);
      await stage.open((await stage.places()).board, BOARD_TEXTS[stage.language].board);
      await expect(stage.page.getByRole('status').filter({ hasText: stage.say('Loading…') })).toBeVisible();
      await expect(stage.page.getByText(stage.say('Only you are here now.'))).toBeVisible();
    },
  },
  {
    name: 'board-invitation',
    viewer: 'member',
    async show(stage) {
      await stage.open((await stage.places()).invitedTo, 'You are invited to “{name}”', { name: BOARD_TEXTS[stage.language].sharedBoard });
    },
  },
  {
    name: 'board-not-found',
    viewer: 'person',
    show: (stage) => stage.open('/workspace/5eed0000-0000-4000-8000-0000000000a1', 'Board not found'),
  },
];
