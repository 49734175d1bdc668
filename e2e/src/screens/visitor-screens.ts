import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

const WEAK = 'password1';

/** Screens of signed-out visitors: registration, log-in, reset and mail links. */
export const visitorScreens: readonly Screen[] = [
  { name: 'welcome', viewer: 'visitor', wide: true, show: (visit) => visit.open('/', 'Shared boards for notes that matter') },
  { name: 'register', viewer: 'visitor', leavesOnlyPopups: true, show: (visit) => visit.open('/register', 'Create account') },
  {
    name: 'register-errors',
    viewer: 'visitor',
    async show(visit) {
      await visit.open('/register', 'Create account');
      await visit.button('Create account').click();
      await expect(visit.page.getByRole('group', { name: visit.say('Check these fields') })).toBeFocused();
    },
  },
  {
    name: 'register-weak-password',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      await visit.open('/register', 'Create account');
      await visit.field('Password').fill(WEAK);
      await visit.field('Password').locator('..').getByRole('button').click();
      await visit.read('Very weak.');
    },
  },
  {
    name: 'register-mail-sent',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      const user = { id: '5eed0000-0000-4000-8000-000000000001', aud: 'authenticated', email: 'ada@example.com', identities: [], app_metadata: {}, user_metadata: {} };
      // Like a project that requires confirmed email addresses.
      await visit.respond(/\/auth\/v1\/signup/, { ...user, created_at: '2026-03-02T09:30:00Z', confirmation_sent_at: '2026-03-02T09:30:00Z' });
      await visit.open('/register', 'Create account');
      await visit.field('Name').fill('Ada Lovelace');
      await visit.field('Email').fill('ada@example.com');
      await visit.field('Password').fill('gannet plinth oxbow tureen');
      await visit.button('Create account').click();
      await visit.arrive('Check your email');
    },
  },
  { name: 'log-in', viewer: 'visitor', wide: true, show: (visit) => visit.open('/login', 'Log in') },
  {
    name: 'log-in-wrong-password',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      await visit.open('/login', 'Log in');
      await visit.field('Email').fill('unknown@example.com');
      await visit.field('Password').fill('a wrong one');
      await visit.button('Log in').click();
      await expect(visit.page.getByRole('alert')).toContainText(visit.say('Wrong email or password. Check both for typos, or ask for a reset link.'));
    },
  },
  { name: 'log-in-code', viewer: 'visitor', show: (visit) => visit.open('/login/code', 'Log in with a code') },
  {
    name: 'log-in-code-enter',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      // Mocked here, because the service would make an account.
      await visit.respond(/\/auth\/v1\/otp/, {});
      await visit.open('/login/code', 'Log in with a code');
      await visit.field('Email').fill('ada@example.com');
      await visit.button('Send code').click();
      await expect(visit.field('Code')).toBeFocused();
    },
  },
  { name: 'log-in-provider-cancelled', viewer: 'visitor', newDocument: true, show: (visit) => visit.open('/auth/confirm?type=provider&error=access_denied', 'You are not logged in') },
  { name: 'reset-password', viewer: 'visitor', show: (visit) => visit.open('/reset-password', 'Reset your password') },
  {
    name: 'reset-password-sent',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      await visit.open('/reset-password', 'Reset your password');
      await visit.field('Email').fill('unknown@example.com');
      await visit.button('Send reset link').click();
      await visit.arrive('Check your email');
    },
  },
  { name: 'mailed-link-missing', viewer: 'visitor', show: (visit) => visit.open('/auth/confirm', 'This link is incomplete') },
  { name: 'mailed-link-reset', viewer: 'visitor', newDocument: true, show: (visit) => visit.open('/auth/confirm?token_hash=abc&type=recovery', 'Reset your password') },
  { name: 'mailed-link-log-in', viewer: 'visitor', newDocument: true, show: (visit) => visit.open('/auth/confirm?token_hash=abc&type=magiclink', 'Log in') },
  { name: 'mailed-link-sign-up', viewer: 'visitor', newDocument: true, show: (visit) => visit.open('/auth/confirm?token_hash=abc&type=signup', 'Confirm your email') },
  {
    name: 'mailed-link-dead',
    viewer: 'visitor',
    newDocument: true,
    show: (visit) => visit.open('/auth/confirm?error=access_denied&type=signup', 'This link no longer works'),
  },
];
