import { expect } from '@playwright/test';
import { openUserMenu } from '../people/people.ts';
import { openBoard } from './board-screens.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Screen } from './screen.ts';
import type { Visit } from './visit.ts';

/** Opens the command palette on the page of the boards, once it knows the commands. */
async function openPalette(visit: Visit): Promise<void> {
  await visit.open('/workspace', 'Workspace');
  await expect(visit.page.getByRole('main').getByRole('link', { name: BOARD_TEXTS[visit.language].board })).toBeVisible();
  await openPaletteHere(visit);
}

async function openPaletteHere(visit: Visit): Promise<void> {
  await visit.page.getByRole('banner').getByRole('button', { name: visit.say('Search') }).click();
  await expect(visit.page.getByRole('option', { name: visit.say('New board') })).toBeVisible();
}

/** The command palette, and the user menu. */
export const paletteScreens: readonly Screen[] = [
  {
    name: 'palette',
    viewer: 'member',
    leavesOnlyPopups: true,
    wide: true,
    async show(visit) {
      // A recent page.
      await openBoard(visit);
      await openPalette(visit);
    },
  },
  {
    name: 'palette-results',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await openPalette(visit);
      const { board, notes, search } = BOARD_TEXTS[visit.language];
      const [found = ''] = notes[1] ?? [];
      await visit.page.getByRole('combobox', { name: visit.say('Search or run a command') }).fill(search);
      await expect(visit.page.getByRole('option', { name: board }).first()).toBeVisible();
      await expect(visit.page.getByRole('option', { name: found })).toBeVisible();
    },
  },
  {
    name: 'palette-failed',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      // Without a response, the palette would wait until its time limit.
      await visit.respond(/\/rest\/v1\/workspace_boards\?select=id%2Cname%2Ctint&/, { message: 'failed' }, 500);
      await openPalette(visit);
      const [title = ''] = BOARD_TEXTS[visit.language].notes[0] ?? [];
      await visit.page.getByRole('combobox', { name: visit.say('Search or run a command') }).fill(title);
      await expect(visit.page.getByRole('option', { name: title })).toBeVisible();
      await visit.read('{provider} could not be searched.', { provider: visit.say('Boards') });
    },
  },
  {
    name: 'palette-shortcuts',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      await openBoard(visit);
      await openPaletteHere(visit);
      await visit.page.keyboard.press('Escape');
      await visit.page.keyboard.press('?');
      await visit.read('Show keyboard shortcuts');
    },
  },
  {
    name: 'user-menu',
    viewer: 'member',
    leavesOnlyPopups: true,
    wide: true,
    async show(visit) {
      await visit.open('/workspace', 'Workspace');
      await openUserMenu(visit.page);
      await visit.read('Keyboard shortcuts');
    },
  },
];
