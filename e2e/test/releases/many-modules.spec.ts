import type { Page } from '@playwright/test';
import { publishChanged } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { signInFirst } from '../../src/people/people.ts';
import { currentReleaseSet } from '../../src/releases/release-folder.ts';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** More modules than a document lists. */
const MORE = ['m01', 'm02', 'm03', 'm04', 'm05', 'm06'];

/** The module's name, except in the names of tables, files, functions and channels. */
const MODULE_NAME = /workspace(?!_[a-z]|:board|-(?:files|export|invite|purge)['"`])/g;

/** Publishes copies of the workspace under other names and paths, with the same tables. None of them starts with the site. */
async function publishMore(releases: string): Promise<void> {
  for (const name of MORE) {
    await publishChanged(releases, 'workspace', (content, file) => {
      const renamed = content.replaceAll(MODULE_NAME, name).replaceAll(/Workspace|Arbeitsbereich|مساحة العمل/g, name.toUpperCase());
      // A shortcut belongs to one module, and only the workspace comes before the account in the menu.
      return file === 'build.json' ? renamed.replace(/,\s*"start": "application"/, '').replaceAll(/,\s*"(?:shortcut": "[^"]*"|order": 400)/g, '') : renamed;
    });
  }
}

/** Counts the requests until the sign-in form appears, by kind. */
async function firstRequests(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/[a-z2-7]{16}/g, 'ID')));
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  return asked.slice(0, asked.indexOf('/api/supabase-credentials') + 1).sort();
}

damageTest('a document lists few of many modules, and the first screen needs no additional request', async ({ page, context, damaged }) => {
  const small = await firstRequests(page, '/login');
  await publishMore(damaged.releases);
  const set = await currentReleaseSet(damaged.url, '/login');
  expect(set.complete).toBe(false);
  expect(set.pages.length).toBeLessThan(MORE.length);
  expect(set.pages.filter(({ files }) => files !== null).map(({ name }) => name)).toEqual(['account']);
  expect(await firstRequests(await context.newPage(), '/login')).toEqual(small);
});

damageTest('the header has the first entries of the menu, and every module opens from the panel', SOAK, async ({ page, damaged }) => {
  await publishMore(damaged.releases);
  await signInFirst(page, damaged);
  await page.goto('/account');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Workspace', 'Your account', 'M01', 'M02', 'M03']);
  await menu.getByRole('button', { name: 'All pages 8' }).click();
  const panel = page.getByRole('dialog', { name: 'All pages' });
  await expect(panel.getByRole('link')).toHaveText(['Workspace', 'Your account', ...MORE.map((name) => name.toUpperCase())]);
  await panel.getByRole('link', { name: 'M06' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'M06' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
});

damageTest('a page that the document does not list opens by its address, and by a link before the listing has loaded', async ({ page, damaged }) => {
  await publishMore(damaged.releases);
  await signInFirst(page, damaged);
  await page.goto('/m06');
  await expect(page.getByRole('heading', { level: 1, name: 'M06' })).toBeVisible();

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/__atrium/registry', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await goTo(page, '/m05');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'M05' })).toBeVisible();
  await goTo(page, '/unknown');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

damageTest('a page whose module is unknown because the listing fails says so, and opens at a retry', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  await publishMore(damaged.releases);
  await signInFirst(page, damaged);
  let broken = true;
  await page.route('**/__atrium/registry', (route) => (broken ? route.fulfill({ status: 503, body: '' }) : route.fallback()));
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await goTo(page, '/m06');
  await expect(page.getByRole('heading', { level: 1, name: '/m06 did not load' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'M06' })).toBeVisible();
});

/** Navigates like a link of the site, without a new document. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
