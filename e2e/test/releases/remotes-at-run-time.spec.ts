import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Route } from '@playwright/test';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { countLoadedCopies, watchLoadedCopies } from '../../src/checks/loaded-copies.ts';
import { signInFirst } from '../../src/people/people.ts';
import { publishBuild } from '../../src/releases/changed-release.ts';
import { currentReleaseSet, liveFolder, unregister } from '../../src/releases/release-folder.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { buildModule, changedBuild, ORDERS } from '../../src/teams/team-folder.ts';
import { SOAK, everyday } from '../../src/fixtures/soak-tag.ts';

const MODULES = ['account', 'workspace'] as const;

test("no file of the shell's release contains the address, the release or the container of a remote", async ({ site }) => {
  const { shell, auth, pages } = await currentReleaseSet(site.url);
  const remotes = [...(auth ? [auth] : []), ...pages.flatMap(({ name, release, files }) => (files ? [{ name, release, ...files }] : []))];
  expect(remotes.map(({ name }) => name).sort()).toEqual(['account', 'auth', 'workspace']);
  const folder = await liveFolder(site.releases, 'shell');
  const scripts = (await readdir(folder)).filter((file) => /\.(?:js|css)$/.test(file));
  expect(scripts).toEqual(expect.arrayContaining(Object.keys(shell.scripts)));
  for (const script of scripts) {
    const content = await readFile(path.join(folder, script), 'utf8');
    const found = remotes.flatMap(({ release, base, global, entry }) => [release, base, global, entry]).filter((text) => content.includes(text));
    expect(found, script).toEqual([]);
    expect(content, script).not.toMatch(/\/(?:account|workspace|releases)\//);
  }
});

test('both page modules are started with the site, wherever it is entered', async ({ page, site }) => {
  const { pages } = await currentReleaseSet(site.url);
  const entries = pages.flatMap(({ files }) => (files ? [files.base + files.entry] : []));
  expect(entries).toHaveLength(2);
  const asked = new Set<string>();
  page.on('response', (response) => {
    if (response.ok()) asked.add(new URL(response.url()).pathname);
  });
  await page.goto('/');
  await expect.poll(() => entries.filter((entry) => !asked.has(entry))).toEqual([]);
});

/** Ways in which an entry does not arrive, as handlers of the request. */
const FAULTS = {
  'is gone (404)': (route) => route.fulfill({ status: 404, body: '' }),
  'contains HTML': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Log in to the hotel</p>' }),
  'cannot be reached': (route) => route.abort('connectionrefused'),
  'never arrives': () => new Promise(() => undefined),
} satisfies Record<string, (route: Route) => Promise<void>>;

/** `npm test` waits for silence once, where the shell's scripts never arrive. */
const EVERYDAY = 'cannot be reached';

for (const [fault, respond] of Object.entries(FAULTS)) {
  // One module for every failure, and the other for the most common one.
  for (const name of fault === 'is gone (404)' ? MODULES : MODULES.slice(0, 1)) {
    test(`the site works without ${name} when its entry ${fault}, and loads it at a retry in the same tab`, everyday(name === 'account' && fault === EVERYDAY), async ({ page, site, consoleMessages }) => {
      consoleMessages.allow(FAILED_REQUEST, /(?:page module|extension) [\w ]+ is not available/, /integrity/, /MIME type/, /was preloaded using link preload/);
      await signInFirst(page, site);
      const entry = `**/releases/${name}/*/entry.*.js*`;
      let broken = true;
      await page.route(entry, (route) => (broken ? respond(route) : route.fallback()));
      const own = name === 'account' ? 'Your account' : 'Workspace';
      const other = name === 'account' ? 'Workspace' : 'Your account';
      // A preload without a response delays the load event.
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menu.getByRole('link', { name: other }).click();
      await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();

      await menu.getByRole('link', { name: own }).click();
      const card = page.getByRole('heading', { level: 1, name: `${own} did not load` });
      await expect(card).toBeVisible({ timeout: 15_000 });
      await expect(page.getByRole('alert')).toContainText('The rest of the site is working.');
      await expect(page).toHaveTitle(/did not load/);
      broken = false;
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: own, exact: true })).toBeVisible();
      await expect(card).toBeHidden();
    });
  }
}

for (const [fault, respond] of Object.entries(FAULTS)) {
  test(`the site shows the start page and an error when the auth remote ${fault}, and recovers at a retry in the same tab`, everyday(fault === 'is gone (404)'), async ({ page, consoleMessages }) => {
    consoleMessages.allow(FAILED_REQUEST, /integrity/, /MIME type/, /was preloaded using link preload/);
    let broken = true;
    await page.route('**/releases/auth/*/entry.*.js*', (route) => (broken ? respond(route) : route.fallback()));
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toHaveText('Sign-in is unavailable right now.', { timeout: 15_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
}

for (const name of MODULES) {
  damageTest(`the site works with a registry without ${name}, and the module returns as soon as it is registered`, everyday(name === 'account'), async ({ page, damaged }) => {
    const register = await unregister(damaged.releases, name);
    await signInFirst(page, damaged);
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveCount(2);
    await menu.getByRole('link').last().click();
    await expect(page.getByRole('heading', { level: 1, name: name === 'account' ? 'Workspace' : 'Your account' })).toBeVisible();
    await page.goto(`/${name}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await register();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: name === 'account' ? 'Your account' : 'Workspace' })).toBeVisible();
  });
}

damageTest('a module without its manifest is left out, and returns with the manifest', SOAK, async ({ page, damaged }) => {
  const manifest = `${await liveFolder(damaged.releases, 'workspace')}.json`;
  await rename(manifest, `${manifest}.lost`);
  await signInFirst(page, damaged);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Home', 'Your account']);
  await rename(`${manifest}.lost`, manifest);
  await expect(async () => {
    await page.goto('/workspace');
    await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

damageTest('a site without the auth remote says that sign-in is unavailable', async ({ page, damaged }) => {
  await unregister(damaged.releases, 'auth');
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText('Sign-in is unavailable right now.');
  await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
});

/** The preset leaves out the federation runtime. This build is one of the federation plugin alone. */
const OWN_RUNTIME = {
  'webpack.config.mjs': `
    import { importSource } from './node_modules/@atrium/page-kit/bin/import-source.mjs';
    const { pageModuleConfig } = await importSource('webpack/remote-config');
    const { externals, ...config } = pageModuleConfig({ root: import.meta.dirname });
    export default config;`,
};

damageTest("a container with a federation runtime of its own uses the shell's React, router and components, and its sign-in", async ({ page, damaged }, { outputDir: workplace }) => {
  await mkdir(workplace, { recursive: true });
  // The runtime creates code from strings to read federation manifests, which the site does not have. The gate refuses such code.
  const folder = await changedBuild(workplace, await buildModule(ORDERS, OWN_RUNTIME), (content) => content.replaceAll(/(?<![\w$.])Function\(/g, 'String('));
  await publishBuild(damaged.releases, folder);
  const { email } = await signInFirst(page, damaged);
  await watchLoadedCopies(page);
  await page.goto('/orders');
  await expect(page.getByText(`All that belongs to ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByText(ORDERS.details)).toBeVisible();
  expect(await countLoadedCopies(page)).toMatchObject({ renderers: 1, authContexts: 1, sharedFrom: ['shell'] });
  // The shell's runtime does not set this global.
  expect(await page.evaluate(() => Reflect.has(globalThis, '__GLOBAL_LOADING_REMOTE_ENTRY__'))).toBe(true);
});
