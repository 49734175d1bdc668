import { expect } from '@playwright/test';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Screen } from './screen.ts';

/** The list of boards, with its invitations. */
export const boardListScreens: readonly Screen[] = [
  {
    name: 'boards-empty',
    viewer: 'person',
    async show(visit) {
      await visit.open('/workspace', 'Workspace');
      await expect(visit.button('Create board')).toBeVisible();
    },
  },
  {
    name: 'boards',
    viewer: 'member',
    leavesOnlyPopups: true,
    wide: true,
    async show(visit) {
      await visit.open('/workspace', 'Workspace');
      await expect(visit.page.getByRole('main').getByRole('link', { name: BOARD_TEXTS[visit.language].board })).toBeVisible();
      await expect(visit.page.getByRole('main').getByRole('button', { name: new RegExp(`^${visit.say('Accept')}`) })).toBeVisible();
    },
  },
  {
    name: 'boards-new',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/workspace', 'Workspace');
      await visit.button('New board').click();
      await expect(visit.page.getByRole('dialog').getByRole('button', { name: visit.say('Create board') })).toBeVisible();
    },
  },
  {
    name: 'boards-edit',
    viewer: 'member',
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/workspace', 'Workspace');
      await visit.page.getByRole('main').getByRole('button', { name: new RegExp(`^${visit.say('Edit')} `) }).first().click();
      await expect(visit.page.getByRole('dialog').getByRole('radio', { name: visit.say('Violet') })).toBeVisible();
    },
  },
  {
    name: 'boards-reading',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      await visit.hold(/\/rest\/v1\/workspace_boards/);
      await visit.open('/workspace', 'Workspace');
      await expect(visit.page.getByRole('status').filter({ hasText: visit.say('Loading…') })).toBeVisible();
    },
  },
];
