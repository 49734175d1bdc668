import { expect } from '@playwright/test';
import { expireSession } from '../people/people.ts';
import type { Screen } from './screen.ts';

const CODES = [
  'k4m9x7qp2ab8ht3z', '9wze6r5npd4cmq7v', '2h8kqw3m7xt49rpn', 'nq5v7xk2m9tp4wzs', 'b7rt3hqk9m2xw5pz',
  'z3pw8vn6k4qtx7mh', 'h9xk5t2wqm7rp4nv', 'w6mq4zx8tn3hk7pr', 't5vn9pk3xh7wq2mz', 'm8hz2wr6pt4xk9qn',
];

const MOMENT = '2026-03-02T09:30:00Z';

/** Second factors, passkeys, linked accounts, and dialogs that ask for a log-in. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'code',
    viewer: 'code-wanted',
    leavesOnlyPopups: true,
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
    name: 'code-recovery',
    viewer: 'code-wanted',
    async show(visit) {
      await visit.open('/login/verify', 'Enter your code');
      await visit.button('Use a recovery code').click();
      await expect(visit.field('Recovery code')).toBeFocused();
    },
  },
  {
    name: 'security',
    viewer: 'person',
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.read('Two-step verification is off.');
      await expect(visit.page.getByRole('list', { name: visit.say('Activity') })).toBeVisible();
    },
  },
  {
    name: 'account-sign-in-other-ways',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      // Mocked here, because a passkey takes a device, and a linked account its provider.
      await visit.respond(/\/auth\/v1\/passkeys$/, [
        { id: '5eed0000-0000-4000-8000-000000000002', friendly_name: 'Laptop', created_at: MOMENT, last_used_at: MOMENT },
        { id: '5eed0000-0000-4000-8000-000000000003', friendly_name: 'The phone that I share with the whole family', created_at: MOMENT },
      ]);
      const identity = { id: '7', identity_id: '5eed0000-0000-4000-8000-000000000004', provider: 'google', identity_data: { email: 'ada@example.com' }, created_at: MOMENT };
      await visit.respond(/\/auth\/v1\/user$/, { id: '5eed0000-0000-4000-8000-000000000001', aud: 'authenticated', email: 'ada@example.com', identities: [identity], app_metadata: {}, user_metadata: { name: 'Ada Lovelace' }, created_at: MOMENT });
      await visit.open('/account/sign-in', 'Sign-in');
      await expect(visit.page.getByRole('list', { name: visit.say('Passkeys') }).getByRole('listitem')).toHaveCount(2);
      await expect(visit.page.getByRole('list', { name: visit.say('Linked accounts') }).getByRole('listitem')).toHaveCount(1);
    },
  },
  {
    name: 'security-add-app',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.button('Add an authenticator app').click();
      await expect(visit.page.getByRole('img', { name: visit.say('QR code for an authenticator app') })).toBeVisible();
    },
    covered: (page) => [page.getByRole('main').getByRole('img'), page.getByRole('main').locator('code')],
  },
  {
    name: 'security-add-phone',
    viewer: 'person',
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.button('Add a phone').click();
      await expect(visit.field('Phone number')).toBeVisible();
    },
  },
  {
    name: 'security-factors',
    viewer: 'protected',
    leavesOnlyPopups: true,
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
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').first().click();
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
    leavesOnlyPopups: true,
    async show(visit) {
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').first().click();
      await visit.page.getByRole('menuitem', { name: visit.say('Remove') }).click();
      await visit.read('Your password alone is then enough to log in. Recovery codes stop working.');
    },
  },
  {
    name: 'security-recovery-codes',
    viewer: 'protected',
    async show(visit) {
      // The same codes in each picture.
      await visit.respond(/\/recovery-codes\/regenerate/, { id: crypto.randomUUID(), type: 'recovery_code', total: CODES.length, codes: CODES });
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').last().click();
      await visit.page.getByRole('menuitem', { name: visit.say('Create new codes') }).click();
      await visit.page.getByRole('alertdialog').getByRole('button', { name: visit.say('Create new codes') }).click();
      await expect(visit.page.getByRole('dialog').getByRole('list')).toBeVisible();
    },
  },
  {
    name: 'confirm-identity',
    viewer: 'protected',
    newDocument: true,
    async show(visit) {
      await visit.ageLogIn(20);
      await visit.open('/account/security', 'Security');
      await visit.page.getByRole('list', { name: visit.say('Two-step verification') }).getByRole('button').first().click();
      await visit.page.getByRole('menuitem', { name: visit.say('Remove') }).click();
      await expect(visit.page.getByRole('dialog', { name: visit.say('Confirm that it is you') })).toBeVisible();
    },
  },
  {
    name: 'log-in-again',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.open('/account', 'Your account');
      await expect(visit.field('Name')).toHaveValue('Ada Lovelace');
      // As after a log-out on another device, once the token has expired.
      await visit.respond(/\/auth\/v1\/token/, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }, 400);
      await expireSession(visit.page, visit.site);
      await visit.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(visit.page.getByRole('dialog', { name: visit.say('Log in again') })).toBeVisible();
    },
  },
];
