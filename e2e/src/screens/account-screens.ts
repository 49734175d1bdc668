import * as v from 'valibot';
import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** A person's own account, without what protects it. */
export const accountScreens: readonly Screen[] = [
  { name: 'welcome-back', viewer: 'person', show: (stage) => stage.open('/', 'Good to see you, {name}', { name: 'Ada Lovelace' }) },
  {
    name: 'account',
    viewer: 'person',
    wide: true,
    async show(stage) {
      await stage.open('/account', 'Your account');
      await expect(stage.field('Name')).toHaveValue('Ada Lovelace');
    },
  },
  {
    name: 'account-name-missing',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account', 'Your account');
      await stage.field('Name').fill('');
      await stage.button('Save changes').click();
      await stage.read('Enter your name.');
    },
  },
  {
    name: 'account-picture-refused',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account', 'Your account');
      await stage.field('Choose a picture').setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await stage.read('This is not a PNG, JPEG or WebP picture. Choose one of these kinds.');
    },
  },
  {
    name: 'account-email-under-way',
    viewer: 'person',
    async show(stage) {
      await stage.page.route(/\/auth\/v1\/user/, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        const response = await route.fetch({ method: 'GET' });
        await route.fulfill({ response, json: { ...v.parse(v.looseObject({}), await response.json()), new_email: 'countess@example.com' } });
      });
      await stage.open('/account/email', 'Change your email');
      await stage.field('New email').fill('countess@example.com');
      await stage.button('Change email').click();
      await stage.page.getByRole('main').getByRole('link', { name: stage.say('Your account') }).click();
      await stage.arrive('Your account');
      await expect(stage.button('Send the link again')).toBeVisible();
    },
  },
  { name: 'account-email', viewer: 'person', show: (stage) => stage.open('/account/email', 'Change your email') },
  {
    name: 'account-email-sent',
    viewer: 'person',
    async show(stage) {
      // The service counts mails to one address; it answers with the person as they are until both links were opened.
      await stage.page.route(/\/auth\/v1\/user/, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        await route.fulfill({ response: await route.fetch({ method: 'GET' }) });
      });
      await stage.open('/account/email', 'Change your email');
      await stage.field('New email').fill('countess@example.com');
      await stage.button('Change email').click();
      await expect(stage.page.getByRole('status').filter({ hasText: 'countess@example.com' })).toBeVisible();
    },
  },
  {
    name: 'account-delete',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account/delete', 'Delete your account');
      await expect(stage.page.getByRole('status')).toHaveCount(0);
    },
  },
  {
    name: 'account-delete-errors',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account/delete', 'Delete your account');
      await stage.button('Delete my account').click();
      await stage.read('Tick this if you want to go on.');
    },
  },
  {
    name: 'account-delete-shared-boards',
    viewer: 'member',
    async show(stage) {
      await stage.open('/account/delete', 'Delete your account');
      await stage.read('Boards that others use with you');
    },
  },
  {
    name: 'account-deleted',
    viewer: 'person',
    async show(stage) {
      // Others go on to look as the same person.
      await stage.answer(/\/functions\/v1\/account-delete/, {});
      await stage.open('/account/delete', 'Delete your account');
      await stage.field('Your password').fill('gannet plinth oxbow tureen');
      await stage.page.getByRole('checkbox').check();
      await stage.button('Delete my account').click();
      await stage.arrive('Your account is deleted');
    },
  },
  { name: 'update-password', viewer: 'person', show: (stage) => stage.open('/update-password', 'Choose a new password') },
  {
    name: 'update-password-invited',
    viewer: 'invited',
    async show(stage) {
      await stage.open('/update-password?next=%2Fworkspace', 'Choose a new password');
      await expect(stage.field('Name')).toHaveValue('');
    },
  },
  {
    name: 'update-password-invited-errors',
    viewer: 'invited',
    async show(stage) {
      await stage.open('/update-password?next=%2Fworkspace', 'Choose a new password');
      await stage.button('Save password').click();
      await stage.read('Enter your name.');
    },
  },
];
