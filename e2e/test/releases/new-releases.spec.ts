import type { Page } from '@playwright/test';
import { openNewBoard } from '../../src/people/boards.ts';
import { exchange, goLive, publishChanged, retire } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { logIn, logOut, signInFirst } from '../../src/people/people.ts';
import { liveManifest } from '../../src/releases/release-folder.ts';
import { pollTimes, controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { SOAK, everyday } from '../../src/fixtures/soak-tag.ts';

/** The heading of the list of boards for a new account. */
const NO_BOARDS = 'Create your first board';
/** The heading of the form for a new note. */
const FIRST = 'New note';
const SECOND = 'Put it into words';
const STYLES = '@scope ([data-atrium-module=workspace]){:scope{background:rgb(1,2,3)}}';

function menuLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** The releases of a module whose scripts or style sheets are requested from now on. */
function askedReleases(page: Page, name: string): string[] {
  const releases: string[] = [];
  page.on('request', (request) => {
    const [, remote, release] = /\/releases\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? [];
    if (remote === name && release !== undefined) releases.push(release);
  });
  return releases;
}

damageTest('a tab changes to the next release and back, and each release loads its own chunks', SOAK, async ({ page, damaged }) => {
  await controlTime(page);
  const { release: first } = await liveManifest(damaged.releases, 'account');
  await page.goto('/register');
  await expect(page.getByText('Have an account already?')).toBeVisible();
  const header = page.getByRole('banner');

  const second = await publishChanged(damaged.releases, 'account', (content) =>
    content.replaceAll('Have an account already?', 'So you have an account?').replaceAll('Send reset link', 'Send me the link'),
  );
  await checkForReleases(page);
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
  await checkForReleases(page);
  await header.getByRole('link', { name: 'Atrium' }).click();
  asked = askedReleases(page, 'account');
  await header.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await header.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
  expect([...new Set(asked)]).toEqual([first]);
});

damageTest('the style sheets of a replaced release have no effect', async ({ page, damaged }) => {
  await controlTime(page);
  await signInFirst(page, damaged);
  const { release: first } = await liveManifest(damaged.releases, 'workspace');
  const background = () => page.locator('main [data-atrium-module]').evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto('/workspace');
  await expect(page.getByRole('heading', { name: NO_BOARDS })).toBeVisible();
  const before = await background();
  await publishChanged(damaged.releases, 'workspace', (content, file) =>
    file.endsWith('.css') ? `${content}${STYLES}` : content.replaceAll(NO_BOARDS, SECOND),
  );
  await checkForReleases(page);
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  expect(await background()).toBe('rgb(1, 2, 3)');
  await goLive(damaged.releases, 'workspace', first);
  await checkForReleases(page);
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await expect(page.getByRole('heading', { name: NO_BOARDS })).toBeVisible();
  expect(await background()).toBe(before);
});

damageTest('a new release is offered to a visitor on its page, and never applied while there is unsaved text', async ({ page, damaged }) => {
  await controlTime(page);
  await signInFirst(page, damaged);
  await openNewBoard(page);
  await page.getByLabel('Title').fill('Ink');
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, SECOND));
  await checkForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Workspace is ready.' });
  await expect(offer).toHaveText('A new version of Workspace is ready. It comes once your changes are saved.');
  const use = page.getByRole('button', { name: 'Use it now' });
  await expect(use).toBeHidden();

  // The text is not visible after the log-out either: it waits for its author.
  await menuLink(page, 'Your account').click();
  await menuLink(page, 'Workspace').click();
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click();
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

damageTest('unsaved text from before a log-out does not hold back a new release, and is available in it', SOAK, async ({ page, damaged }) => {
  await controlTime(page);
  const person = await signInFirst(page, damaged);
  await openNewBoard(page);
  await page.getByLabel('Title').fill('Ink');
  await logOut(page);
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, SECOND));
  await checkForReleases(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, person);
  await menuLink(page, 'Workspace').click();
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Ink');
  await publishChanged(damaged.releases, 'workspace', exchange(FIRST, 'Say it'));
  await checkForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Workspace is ready.' });
  await expect(offer).toContainText('It comes once your changes are saved.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(offer).toHaveText('A new version of Workspace is ready.');
});

damageTest('a dismissed offer returns only with another release', SOAK, async ({ page, damaged }) => {
  await controlTime(page);
  await page.goto('/register');
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  await checkForReleases(page);
  const offer = page.getByRole('status').filter({ hasText: 'is ready' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toBeHidden();
  await checkForReleases(page);
  await expect(offer).toBeHidden();
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'You have one?'));
  await checkForReleases(page);
  await expect(offer).toBeVisible();
});

for (const part of ['shell', 'auth'] as const) {
  damageTest(`a new release of ${part} is offered, is applied by a reload that keeps the page and the typed text, and changes nothing until then`, everyday(part === 'shell'), async ({ page, damaged }) => {
    await controlTime(page);
    await page.setViewportSize({ width: 800, height: 300 });
    await page.goto('/register?from=here');
    await expect(page.getByText('Have an account already?')).toBeVisible();
    await publishChanged(damaged.releases, part, (content, file) => (file.endsWith('.js') ? `${content}\n;globalThis.changed=true;` : content));
    await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
    await checkForReleases(page);
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

damageTest('a retired module leaves the menu immediately, and its open page works until the visitor leaves it', async ({ page, damaged }) => {
  await controlTime(page);
  await signInFirst(page, damaged);
  await publishChanged(damaged.releases, 'workspace', (content, file) => (file.endsWith('.css') ? `${content}${STYLES}` : content));
  await page.goto('/workspace');
  await page.getByRole('heading', { name: NO_BOARDS }).waitFor();
  await retire(damaged.releases, 'workspace');
  await checkForReleases(page);
  await expect(menuLink(page, 'Workspace')).toBeHidden();
  await expect(page.getByRole('heading', { name: NO_BOARDS })).toBeVisible();
  await expect(page.locator('main [data-atrium-module]')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  const styled = () => page.evaluate(() => [...document.styleSheets].some(({ href, disabled }) => href?.includes('/releases/workspace/') && !disabled));
  expect(await styled()).toBe(true);
  await menuLink(page, 'Your account').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(await styled()).toBe(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

damageTest('a missing or invalid listing of live releases has no effect on open tabs', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /responded with malformed data/);
  await controlTime(page);
  await page.goto('/register');
  // The checks advance the clock past the time limit of a file that is still loading.
  await page.waitForLoadState('networkidle');
  const responses = [{ body: '<!doctype html>' }, { status: 500, body: '' }, { body: '{"schema":3}' }, { body: '[]' }];
  let broken = true;
  await page.route('**/__atrium/registry', (route) => {
    if (!broken) return route.fallback();
    return route.fulfill({ ...(responses.shift() ?? { status: 500, body: '' }), contentType: 'application/json' });
  });
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  await pollTimes(page, responses.length + 1);
  expect(responses).toEqual([]);
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  expect(consoleMessages.messages.filter((message) => message.includes('responded with malformed data'))).toHaveLength(1);
  broken = false;
  await checkForReleases(page);
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeVisible();
});

damageTest('a listing in a newer format makes the tab offer a reload', SOAK, async ({ page }) => {
  await controlTime(page);
  await page.goto('/register');
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await page.route('**/__atrium/registry', (route) => route.fulfill({ body: '{"schema":4,"modules":{}}', contentType: 'application/json' }));
  await pollTimes(page, 1);
  await expect(page.getByRole('status').filter({ hasText: 'A new version of the site is ready.' })).toBeVisible();
  await expect(page.getByText('Have an account already?')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  await expect(page.getByText('Have an account already?')).toBeVisible();
});
