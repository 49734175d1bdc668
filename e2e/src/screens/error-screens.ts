import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** The workspace's code without its language files. */
const WORKSPACE_CODE = /\/releases\/workspace\/[^/]+\/(?!messages|de\.|ar\.).*\.js/;

const SHELL_CODE = /\/releases\/shell\/.*\.js/;

/** Milliseconds after which code that does not arrive counts as lost. */
const CODE_TIME_LIMIT = 8_000;

/** Screens for missing, unreachable, broken or slow parts. */
export const errorScreens: readonly Screen[] = [
  { name: 'not-found', viewer: 'visitor', show: (visit) => visit.open('/nothing/here', 'Page not found') },
  {
    name: 'not-found-suggestions',
    viewer: 'person',
    async show(visit) {
      await visit.open('/acount', 'Page not found');
      await expect(visit.page.getByRole('main').getByRole('link', { name: '/account' })).toBeVisible();
    },
  },
  { name: 'not-found-in-workspace', viewer: 'person', show: (visit) => visit.open('/workspace/nothing', 'Page not found') },
  {
    name: 'module-unavailable',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.page.route(WORKSPACE_CODE, (route) => route.abort('connectionrefused'));
      await visit.open('/workspace', '{name} did not load', { name: visit.say('Workspace') });
      await expect(visit.button('Copy details')).toBeVisible();
    },
    // The failure's trace id differs each time, and the release with each build.
    covered: (page) => [page.getByRole('main').getByRole('definition').nth(2), page.getByRole('main').getByRole('definition').last()],
  },
  {
    name: 'module-on-its-way',
    viewer: 'person',
    newDocument: true,
    unheaded: true,
    async show(visit) {
      await visit.hold(WORKSPACE_CODE);
      let start = (): void => undefined;
      const started = new Promise<void>((resolve) => (start = resolve));
      await visit.page.route(SHELL_CODE, async (route) => {
        await started;
        await route.fallback();
      });
      await visit.page.clock.install();
      await visit.page.goto('/workspace', { waitUntil: 'commit' });
      // The pictures of all sizes take longer than code may take to arrive.
      await visit.page.evaluate((limit) => {
        const setTimer = window.setTimeout.bind(window);
        Object.assign(window, { setTimeout: (act: () => void, time: number) => (time === limit ? 0 : setTimer(act, time)) });
      }, CODE_TIME_LIMIT);
      start();
      const main = visit.page.getByRole('main');
      await expect(main.getByRole('status')).toHaveText(visit.say('Loading…'));
      // The shell waits this long for the first page before it loads its other parts.
      await visit.page.clock.fastForward(5_000);
      // A style sheet that loads then shows the text, after a moment.
      await expect(main.getByText(visit.say('Loading…'))).toHaveCSS('position', 'static');
      await expect(main.getByRole('alert')).toHaveCount(0);
    },
  },
  {
    name: 'sign-in-unavailable',
    viewer: 'visitor',
    newDocument: true,
    async show(visit) {
      await visit.page.route(/\/releases\/auth\/[^/]+\/entry\./, (route) => route.abort('connectionrefused'));
      await visit.open('/', 'Shared boards for notes that matter');
      await expect(visit.page.getByRole('alert')).toHaveText(visit.say('Sign-in is unavailable right now.'));
    },
  },
  {
    name: 'sign-in-unchecked',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.page.route(/\/api\/supabase-credentials/, (route) => route.fulfill({ status: 500, body: '' }));
      await visit.open('/account', 'Your sign-in could not be checked');
    },
  },
  {
    name: 'boards-unreadable',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.page.route(/\/rest\/v1\//, (route) => route.abort('connectionrefused'));
      await visit.open('/workspace', 'Workspace');
      await expect(visit.button('Try again')).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'offline',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.open('/reset-password', 'Reset your password');
      await visit.page.route(/\/auth\/v1\/recover/, (route) => route.abort('internetdisconnected'));
      await visit.field('Email').fill('ada@example.com');
      await visit.button('Send reset link').click();
      await expect(visit.page.getByRole('alert')).toBeVisible();
    },
  },
];
