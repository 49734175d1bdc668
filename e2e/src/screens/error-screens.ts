import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** A module's own code, and not its texts. */
const WORKSPACE_CODE = /\/releases\/workspace\/[^/]+\/(?!messages|de\.|ar\.).*\.js/;

/** What there is to see when something is missing, away, broken or slow. */
export const errorScreens: readonly Screen[] = [
  { name: 'not-found', viewer: 'visitor', show: (stage) => stage.open('/nothing/here', 'Page not found') },
  { name: 'not-found-in-workspace', viewer: 'person', show: (stage) => stage.open('/workspace/nothing', 'Page not found') },
  {
    name: 'module-unavailable',
    viewer: 'person',
    async show(stage) {
      await stage.page.route(WORKSPACE_CODE, (route) => route.abort('connectionrefused'));
      await stage.open('/workspace', '{name} is not available right now', { name: stage.say('Workspace') });
    },
    // The trace of the failure is another each time, and the release with each build.
    covered: (page) => [page.getByRole('alert').getByRole('paragraph').last()],
  },
  {
    name: 'module-on-its-way',
    viewer: 'person',
    unheaded: true,
    async show(stage) {
      await stage.hold(WORKSPACE_CODE);
      await stage.page.clock.install();
      await stage.page.goto('/workspace', { waitUntil: 'commit' });
      await expect(stage.page.getByRole('main').getByRole('status')).toHaveText(stage.say('Loading…'));
      // The shell waits that long for the first page before it loads the rest of itself.
      await stage.page.clock.fastForward(5_000);
    },
  },
  {
    name: 'sign-in-unavailable',
    viewer: 'visitor',
    async show(stage) {
      await stage.page.route(/\/releases\/auth\/[^/]+\/entry\./, (route) => route.abort('connectionrefused'));
      await stage.open('/', 'One place for your work');
      await expect(stage.page.getByRole('alert')).toHaveText(stage.say('Sign-in is unavailable right now.'));
    },
  },
  {
    name: 'sign-in-unchecked',
    viewer: 'person',
    async show(stage) {
      await stage.page.route(/\/api\/supabase-credentials/, (route) => route.fulfill({ status: 500, body: '' }));
      await stage.open('/account', 'Your sign-in could not be checked');
    },
  },
  {
    name: 'boards-unreadable',
    viewer: 'person',
    async show(stage) {
      await stage.page.route(/\/rest\/v1\//, (route) => route.abort('connectionrefused'));
      await stage.open('/workspace', 'Workspace');
      await expect(stage.button('Try again')).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'offline',
    viewer: 'person',
    async show(stage) {
      await stage.open('/reset-password', 'Reset your password');
      await stage.page.route(/\/auth\/v1\/recover/, (route) => route.abort('internetdisconnected'));
      await stage.field('Email').fill('ada@example.com');
      await stage.button('Send reset link').click();
      await expect(stage.page.getByRole('alert')).toBeVisible();
    },
  },
];
