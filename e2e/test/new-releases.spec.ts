import type { Page } from '@playwright/test';
import { openNewBoard } from '../src/boards.ts';
import { exchange, goLive, publishChanged, retire } from '../src/changed-release.ts';
import { FAILED_REQUEST } from '../src/noise.ts';
import { logIn, logOut, signInBeforehand } from '../src/people.ts';
import { liveManifest } from '../src/release-folder.ts';
import { askTimes, controlTime, lookForReleases } from '../src/release-watch.ts';
import { damageTest, expect } from '../src/site-test.ts';

const FIRST = 'Write something down';
const SECOND = 'Put it into words';
const STYLES = '@scope ([data-atrium-module=workspace]){:scope{background:rgb(1,2,3)}}';

function menuLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** The releases of a module of which scripts or style sheets were asked for, from now on. */
function askedReleases(page: Page, name: string): string[] {
  const releases: string[] = [];
  page.on('request', (request) => {
    const [, remote, release] = /\/releases\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? [];
    if (remote === name && release !== undefined) releases.push(release);
  });
  return releases;
}

damageTest('a tab goes from one release to the next and back, each with its own chunks, loaded before and after', async ({ page, damaged }) => {
  await controlTime(page);
  const { release: first } = await liveManifest(damaged.releases, 'account');
  await page.goto('/register');
  await expect(page.getByText('Have an account already?')).toBeVisible();
  const header = page.getByRole('banner');

  const second = await publishChanged(damaged.releases, 'account', (content) =>
    content.replaceAll('Have an account already?', 'So you have an account?').replaceAll('Send reset link', 'Send me the link'),
  );
  await lookForReleases(page);
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await header.getByRole('link', { name: 'Atrium' }).click();
  let asked = askedReleases(page, 'account');
  await header.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByText('So you have an account?')).toBeVisible();
  await header.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('button', { name: 'Send me the link' })).toBeVisible();
  expect([...new Set(asked)]).toEqual([second]);

  await goLive(damaged.releases, 'account', first);
  await lookForReleases(page);
  await header.getByRole('link', { name: 'Atrium' }).click();
  asked = askedReleases(page, 'account');
  await header.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await header.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
  expect([...new Set(asked)]).toEqual([first]);
});

damageTest('the style sheets of a release that is not run any more do not count', async ({ page, damaged }) => {
  await controlTime(page);
  await signInBeforehand(page, damaged);
  const { release: first } = await liveManifest(damaged.releases, 'workspace');
  const background = () => page.locator('[data-atrium-module]').evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto('/workspace');
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible();
  const before = await background();
  await publishChanged(damaged.releases, 'workspace', (content, file) =>
    file.endsWith('.css') ? `${content}${STYLES}` : content.replaceAll(FIRST, SECOND),
  );
  await lookForReleases(page);
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  expect(await background()).toBe('rgb(1, 2, 3)');
  await goLive(damaged.releases, 'workspace', first);
  await lookForReleases(page);
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible();
  expect(await background()).toBe(before);
});

damageTest('a new release is offered to who stays on its page, and never taken while something is unsaved', async ({ page, damaged }) => {
  await controlTime(page);
  await signInBeforehand(page, damaged);
  await openNewBoard(page);
  await page.getByLabel('Title').fill('Ink');
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, SECOND));
  await lookForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Workspace is ready.' });
  await expect(offer).toHaveText('A new version of Workspace is ready. It comes once your changes are saved.');
  const use = page.getByRole('button', { name: 'Use it now' });
  await expect(use).toBeHidden();

  // Neither is it on the way out and in: what was typed waits for its person.
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await page.getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Ink');
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible();

  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(offer).toHaveText('A new version of Workspace is ready.');
  await use.click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ink' })).toBeVisible();
  await expect(offer).toBeHidden();
});

damageTest('what somebody who logged out had not saved keeps nobody from a new release, and is there in that one', async ({ page, damaged }) => {
  await controlTime(page);
  const person = await signInBeforehand(page, damaged);
  await openNewBoard(page);
  await page.getByLabel('Title').fill('Ink');
  await logOut(page);
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, SECOND));
  await lookForReleases(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, person);
  await menuLink(page, 'Workspace').click();
  await page.getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Ink');
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, 'Say it'));
  await lookForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Workspace is ready.' });
  await expect(offer).toContainText('It comes once your changes are saved.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(offer).toHaveText('A new version of Workspace is ready.');
});

damageTest('an offer that is dismissed stays away until there is another release', async ({ page, damaged }) => {
  await controlTime(page);
  await page.goto('/register');
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  await lookForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'is ready' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toBeHidden();
  await lookForReleases(page);
  await expect(offer).toBeHidden();
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'You have one?'));
  await lookForReleases(page);
  await expect(offer).toBeVisible();
});

for (const part of ['shell', 'auth'] as const) {
  damageTest(`a new release of ${part} is offered, comes with a reload that keeps the place and what was typed, and until then nothing else changes`, async ({ page, damaged }) => {
    await controlTime(page);
    await page.setViewportSize({ width: 800, height: 300 });
    await page.goto('/register?from=here');
    await expect(page.getByText('Have an account already?')).toBeVisible();
    await publishChanged(damaged.releases, part, (content, file) => (file.endsWith('.js') ? `${content}\n;globalThis.changed=true;` : content));
    await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
    await lookForReleases(page);
    await expect(page.getByRole('status').filter({ hasText: 'A new version of the site is ready.' })).toBeVisible();

    const header = page.getByRole('banner');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Ada');
    await header.getByRole('link', { name: 'Atrium' }).click();
    await header.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByText('Have an account already?')).toBeVisible();
    await expect(name).toHaveValue('Ada');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/from=here$/);

    await page.evaluate(() => window.scrollTo(0, 120));
    page.once('dialog', (question) => void question.accept());
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('So you have an account?')).toBeVisible();
    await expect(name).toHaveValue('Ada');
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'changed'))).toBe(true);
    await expect(page).toHaveURL(/\/register\?from=here$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
    await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  });
}

damageTest('a retired module leaves the menu at once, and its open page when that is left, with its style sheets', async ({ page, damaged }) => {
  await controlTime(page);
  await signInBeforehand(page, damaged);
  await publishChanged(damaged.releases, 'workspace', (content, file) => (file.endsWith('.css') ? `${content}${STYLES}` : content));
  await page.goto('/workspace');
  await page.getByRole('heading', { name: FIRST }).waitFor();
  await retire(damaged.releases, 'workspace');
  await lookForReleases(page);
  await expect(menuLink(page, 'Workspace')).toBeHidden();
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible();
  await expect(page.locator('[data-atrium-module]')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  const styled = () => page.evaluate(() => [...document.styleSheets].some(({ href, disabled }) => href?.includes('/releases/workspace/') && !disabled));
  expect(await styled()).toBe(true);
  await menuLink(page, 'Your account').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(await styled()).toBe(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

damageTest('a server that does not say what is live, or says something else, disturbs nobody', async ({ page, damaged, noise }) => {
  noise.allow(FAILED_REQUEST, /answered with something else/);
  await controlTime(page);
  await page.goto('/register');
  const answers = [{ body: '<!doctype html>' }, { status: 500, body: '' }, { body: '{"schema":3}' }, { body: '[]' }];
  let broken = true;
  await page.route('**/__atrium/registry', (route) => {
    if (!broken) return route.fallback();
    return route.fulfill({ ...(answers.shift() ?? { status: 500, body: '' }), contentType: 'application/json' });
  });
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  await askTimes(page, answers.length + 1);
  expect(answers).toEqual([]);
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  expect(noise.messages.filter((message) => message.includes('answered with something else'))).toHaveLength(1);
  broken = false;
  await lookForReleases(page);
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeVisible();
});

damageTest('a listing of a later kind means that the site has changed: the tab offers to be loaded anew', async ({ page }) => {
  await controlTime(page);
  await page.goto('/register');
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await page.route('**/__atrium/registry', (route) => route.fulfill({ body: '{"schema":4,"modules":{}}', contentType: 'application/json' }));
  await askTimes(page, 1);
  await expect(page.getByRole('status').filter({ hasText: 'A new version of the site is ready.' })).toBeVisible();
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  await expect(page.getByText('Have an account already?')).toBeVisible();
});
