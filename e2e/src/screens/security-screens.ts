import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** What protects an account: second factors, passwords and sessions. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'code',
    viewer: 'code-wanted',
    async show(stage) {
      await stage.open('/login/verify', 'Enter your code');
      await expect(stage.field('Code')).toBeVisible();
    },
  },
  {
    name: 'code-missing',
    viewer: 'code-wanted',
    async show(stage) {
      await stage.open('/login/verify', 'Enter your code');
      await stage.button('Verify').click();
      await stage.read('Enter the code.');
    },
  },
  {
    name: 'security',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account/security', 'Security');
      await stage.read('You have no second factor yet.');
    },
  },
  {
    name: 'security-add-app',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account/security', 'Security');
      await stage.button('Add authenticator app').click();
      await expect(stage.page.getByRole('img', { name: stage.say('QR code for an authenticator app') })).toBeVisible();
    },
    covered: (page) => [page.getByRole('main').getByRole('img'), page.getByRole('main').locator('code')],
  },
  {
    name: 'security-add-phone',
    viewer: 'person',
    async show(stage) {
      await stage.open('/account/security', 'Security');
      await stage.button('Add phone').click();
      await expect(stage.field('Phone number')).toBeVisible();
    },
  },
  {
    name: 'security-factors',
    viewer: 'protected',
    async show(stage) {
      await stage.open('/account/security', 'Security');
      await expect(stage.page.getByRole('listitem').filter({ hasText: 'Work phone' })).toBeVisible();
    },
  },
  {
    name: 'security-remove-factor',
    viewer: 'protected',
    async show(stage) {
      await stage.open('/account/security', 'Security');
      await stage.page.getByRole('listitem').filter({ hasText: 'Work phone' }).getByRole('button').click();
      await stage.read('Remove {name}? Your password alone is then enough to log in.', { name: 'Work phone' });
    },
  },
];
