import * as v from 'valibot';
import { expect } from '@playwright/test';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Screen } from './screen.ts';
import type { Visit } from './visit.ts';

/** Opens the home page and waits for its cards. */
async function openHome(visit: Visit, name = 'Ada Lovelace'): Promise<void> {
  await visit.open('/', 'Good to see you, {name}', { name: /^\p{Script=Latin}/u.test(name) ? (name.split(' ')[0] ?? name) : name });
  await visit.read('Turn on two-step verification');
  await expect(visit.page.getByText(visit.say('Loading…'))).toHaveCount(0);
}

/** Asks for another address. Mocked here, because the service limits the mails to one address. */
async function askForAnotherAddress(visit: Visit): Promise<void> {
  await visit.page.route(/\/auth\/v1\/user/, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const response = await route.fetch({ method: 'GET' });
    await route.fulfill({ response, json: { ...v.parse(v.looseObject({}), await response.json()), new_email: 'countess@example.com' } });
  });
  await visit.open('/account/email', 'Change your email');
  await visit.field('New email').fill('countess@example.com');
  await visit.button('Change email').click();
  await expect(visit.button('Send the link again')).toHaveAttribute('aria-disabled', 'true');
}

/** Opens the page on which an invited person sets up their account, on the way to the board. */
async function openInvitation(visit: Visit): Promise<void> {
  const { names, sharedBoard } = BOARD_TEXTS[visit.language];
  const { invitedTo } = await visit.memberPaths();
  await visit.open(`/update-password?${new URLSearchParams({ next: invitedTo }).toString()}`, 'Set up your account');
  await visit.read('{name} invited you to this board', { name: names[1] });
  await expect(visit.page.getByText(sharedBoard)).toBeVisible();
}

/** Opens the page with the user's data, and waits until it shows how much there is. */
async function openData(visit: Visit): Promise<void> {
  await visit.open('/account/data', 'Data');
  await expect(visit.field('Files')).toHaveAccessibleDescription(/./);
}

/** The account pages, except security. */
export const accountScreens: readonly Screen[] = [
  { name: 'home', viewer: 'person', leavesOnlyPopups: true, wide: true, show: openHome },
  {
    name: 'home-boards',
    viewer: 'member',
    async show(visit) {
      const { names, board } = BOARD_TEXTS[visit.language];
      await openHome(visit, names[0]);
      await expect(visit.page.getByRole('main').getByRole('link', { name: board })).toBeVisible();
      await visit.read('\u2068{name}\u2069 on \u2068{board}\u2069', { name: names[1], board });
    },
  },
  {
    name: 'home-customize',
    viewer: 'person',
    wide: true,
    async show(visit) {
      await openHome(visit);
      await visit.button('Edit cards').click();
      await expect(visit.button('Reset')).toBeVisible();
    },
  },
  {
    name: 'home-loading',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.hold(/__atrium\/contributions/);
      await visit.open('/', 'Good to see you, {name}', { name: 'Ada' });
    },
  },
  {
    name: 'account',
    viewer: 'person',
    leavesOnlyPopups: true,
    wide: true,
    async show(visit) {
      await visit.open('/account', 'Your account');
      await expect(visit.field('Name')).toHaveValue('Ada Lovelace');
    },
  },
  {
    name: 'account-name-missing',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.open('/account', 'Your account');
      await visit.field('Name').fill('');
      await visit.button('Save').click();
      await visit.read('Enter your name.');
    },
  },
  {
    name: 'account-picture-refused',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account', 'Your account');
      await visit.field('Choose a picture').setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await visit.read('This is not a PNG, JPEG or WebP picture. Choose one of these kinds.');
    },
  },
  {
    name: 'account-email-under-way',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await askForAnotherAddress(visit);
      await visit.page.getByRole('navigation', { name: visit.say('Account settings') }).getByRole('link', { name: visit.say('Sign-in') }).click();
      await visit.arrive('Sign-in');
    },
  },
  { name: 'account-email', viewer: 'person', show: (visit) => visit.open('/account/email', 'Change your email') },
  {
    name: 'account-email-sent',
    viewer: 'person',
    newDocument: true,
    show: askForAnotherAddress,
  },
  { name: 'account-sign-in', viewer: 'person', show: (visit) => visit.open('/account/sign-in', 'Sign-in') },
  {
    name: 'account-data',
    viewer: 'member',
    leavesOnlyPopups: true,
    wide: true,
    async show(visit) {
      await openData(visit);
    },
  },
  {
    name: 'account-data-reading',
    viewer: 'member',
    newDocument: true,
    async show(visit) {
      await visit.hold(/\/storage\/v1\/object\/workspace-files\//);
      await openData(visit);
      await visit.button('Export data').click();
      await expect(visit.page.getByRole('main').getByRole('status')).not.toBeEmpty();
    },
  },
  {
    name: 'account-data-missing',
    viewer: 'member',
    async show(visit) {
      await visit.respond(/\/storage\/v1\/object\/workspace-files\//, { statusCode: '404', error: 'not_found', message: 'Object not found' }, 400);
      await openData(visit);
      await visit.button('Export data').click();
      await expect(visit.page.getByRole('main').getByRole('alert').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'account-data-failed',
    viewer: 'person',
    async show(visit) {
      // The client repeats requests without a response for seven seconds.
      await visit.respond(/\/rest\/v1\/account_profiles/, { message: 'failed' }, 500);
      await visit.open('/account/data', 'Data');
      await visit.button('Export data').click();
      await visit.read('Your data could not be read completely, so no file was saved. Check your connection, then try again.');
    },
  },
  {
    name: 'account-delete',
    viewer: 'person',
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/account/delete', 'Delete your account');
      await expect(visit.page.getByRole('status')).toHaveCount(0);
    },
  },
  {
    name: 'account-delete-errors',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/delete', 'Delete your account');
      await visit.button('Delete your account').click();
      await visit.read('Confirm that you understand that this cannot be undone.');
    },
  },
  {
    name: 'account-delete-shared-boards',
    viewer: 'member',
    async show(visit) {
      await visit.open('/account/delete', 'Delete your account');
      await visit.read('Boards that others use with you');
    },
  },
  {
    name: 'account-deleted',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      // Mocked here, because other screens need the same person.
      await visit.respond(/\/functions\/v1\/account-delete/, {});
      await visit.open('/account/delete', 'Delete your account');
      await visit.field('Your password').fill('gannet plinth oxbow tureen');
      await visit.page.getByRole('checkbox').check();
      await visit.button('Delete your account').click();
      await visit.arrive('Your account is deleted');
    },
  },
  { name: 'update-password', viewer: 'person', show: (visit) => visit.open('/update-password', 'Choose a new password') },
  {
    name: 'update-password-invited',
    viewer: 'invited',
    leavesOnlyPopups: true,
    async show(visit) {
      await openInvitation(visit);
    },
  },
  {
    name: 'update-password-invited-errors',
    viewer: 'invited',
    async show(visit) {
      await openInvitation(visit);
      await visit.button('Set up account').click();
      await visit.read('Enter your name.');
    },
  },
];
