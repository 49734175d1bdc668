import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Second factors, passwords and sessions. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'code',
    viewer: 'code-wanted',
    async show(visit) {
      await visit.open('/login/verify', 'Enter your code');
      await expect(visit.field('Code')).toBeVisible();
    },
  },
  {
    name: 'code-missing',
    viewer: 'code-wanted',
    async show(visit) {
      await visit.open('/login/verify', 'Enter your code');
      await visit.button('Verify').click();
      await visit.read('Enter the code.');
    },
  },
  {
    name: 'security',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.read('You have no second factor yet.');
      await expect(visit.page.getByRole('list', { name: visit.say('Activity') })).toBeVisible();
    },
  },
  {
    name: 'security-add-app',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.button('Add authenticator app').click();
      await expect(visit.page.getByRole('img', { name: visit.say('QR code for an authenticator app') })).toBeVisible();
    },
    covered: (page) => [page.getByRole('main').getByRole('img'), page.getByRole('main').locator('code')],
  },
  {
    name: 'security-add-phone',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.button('Add phone').click();
      await expect(visit.field('Phone number')).toBeVisible();
    },
  },
  {
    name: 'security-factors',
    viewer: 'protected',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await expect(visit.page.getByRole('list', { name: visit.say('Two-step verification') })).toBeVisible();
      await expect(visit.page.getByRole('list', { name: visit.say('Devices') })).toBeVisible();
      await expect(visit.page.getByRole('list', { name: visit.say('Activity') })).toBeVisible();
    },
  },
  {
    name: 'security-rename-factor',
    viewer: 'protected',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').click();
      await visit.page.getByRole('menuitem', { name: visit.say('Rename') }).click();
      await expect(visit.page.getByRole('dialog').getByRole('textbox')).toHaveValue('Work phone');
      await visit.page.getByRole('dialog').getByRole('textbox').fill(' ');
      await visit.page.getByRole('dialog').getByRole('button', { name: visit.say('Save') }).click();
      await visit.read('Enter a name.');
    },
  },
  {
    name: 'security-remove-factor',
    viewer: 'protected',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').click();
      await visit.page.getByRole('menuitem', { name: visit.say('Remove') }).click();
      await visit.read('Your password alone is then enough to log in.');
    },
  },
  {
    name: 'confirm-identity',
    viewer: 'protected',
    newDocument: true,
    async show(visit) {
      await visit.ageLogIn(20);
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').click();
      await visit.page.getByRole('menuitem', { name: visit.say('Remove') }).click();
      await expect(visit.page.getByRole('dialog', { name: visit.say('Confirm that it is you') })).toBeVisible();
    },
  },
];
