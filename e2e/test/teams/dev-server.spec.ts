import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sealBuild } from '@atrium/releases/sealing';
import { serveBuild } from '@atrium/page-kit/site-proxy';
import { developmentTest as test } from '../../src/fixtures/development-test.ts';
import { createAccount, logIn, newPerson } from '../../src/people/people.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { buildOrders } from '../../src/teams/team-folder.ts';

const ORDERS = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: '' };
const PAGE = 'src/list-page.tsx';

/** A property of `window` that a reload removes. */
const MARK = 'atriumTestMark';

test.setTimeout(120_000);

// One test, because a start of the server takes as long as all the steps.
test('has the sign-in and the other modules, adds a new page, shows edits and errors immediately, keeps typed text, and stops at Ctrl-C', async ({ page, develop, openSite, site }) => {
  const module = await develop(ORDERS, openSite);
  expect(module.output).toContain(`orders is ready at ${module.url}/orders`);
  expect(module.output).toContain('keep their state');
  const person = newPerson();
  await createAccount(site, person);
  await page.goto(`${module.url}/orders`);
  await expect(page.getByText('Signed out')).toBeVisible();
  await page.goto(`${module.url}/login?next=/orders`);
  await logIn(page, person);
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Workspace', level: 1 })).toBeVisible();

  // A new page and its menu entry appear automatically, on any open page.
  await page.goto(module.url);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Orders' })).toBeVisible();
  await writeFile(path.join(module.folder, 'src/archive-page.tsx'), 'export default function ArchivePage() { return <h1>What was ordered</h1>; }');
  await module.edit('src/module.ts', 'routes: {', "routes: { archive: () => import('./archive-page.tsx'),");
  await module.edit('src/manifest.ts', 'routes: {', "routes: { archive: '/orders/archive',");
  await module.edit('src/manifest.ts', 'navigation: [', "navigation: [{ route: 'archive', label: { en: 'Archive' } },");
  await page.getByRole('banner').getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { name: 'What was ordered' })).toBeVisible();

  await page.goto(`${module.url}/orders`);
  await page.getByLabel('Wish').fill('half of what I');
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK);

  await module.edit(PAGE, 'The first edition', 'The second edition');
  await expect(page.getByText('The second edition')).toBeVisible();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');

  await module.edit('src/list.module.css', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)');
  await expect(page.getByText('The second edition')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page did not reload').toBe(true);

  // An error appears over the page and in the terminal until it is fixed.
  const overlay = page.frameLocator('#webpack-dev-server-client-overlay');

  await module.edit(PAGE, '</form>', '');
  await expect(overlay.getByText('list-page.tsx', { exact: false }).first()).toBeVisible();
  await expect.poll(() => module.errors).toContain('list-page.tsx');

  await module.edit(PAGE, '      );', '</form>      );');
  await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0);
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');
  await expect.poll(() => module.errors).toContain('Built again without errors.');

  await module.edit('src/manifest.ts', "'/orders'", "'orders'");
  await expect(overlay.getByText('routes.list', { exact: false }).first()).toBeVisible();
  await module.edit('src/manifest.ts', "'orders' }", "'/orders' }");
  await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0);

  // The page would log an error when its server stops.
  await page.close();
  await module.stop();
  expect(await module.ended).toBe(0);
  expect(module.output).toContain('Stopped.');
  await expect(fetch(module.url)).rejects.toThrow('fetch failed');
});

test('replaces a live module on this machine only, and reloads after edits if the site has no development build', async ({ page, develop, site }) => {
  const module = await develop({ ...ORDERS, name: 'workspace', title: 'Workspace', path: '/workspace/*' }, site.url);
  expect(module.output).toContain('It replaces the live module');
  expect(module.output).toContain('ALLOW_DEVELOPMENT=true');
  const answer = await page.goto(`${module.url}/workspace`);
  expect(answer?.headers()['integrity-policy']).toContain('script');
  await expect(page.getByText('The first edition')).toBeVisible();
  await module.edit(PAGE, 'The first edition', 'The second edition');
  await expect(page.getByText('The second edition')).toBeVisible();
  await page.goto(`${site.url}/workspace`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('a production build runs under the policy and the integrity checks of the site', async ({ page, site }) => {
  const sealed = await sealBuild(path.join(await buildOrders(), 'dist'));
  const served = await serveBuild(site.url, sealed);
  try {
    const [own, others] = [await page.goto(`${served.url}/orders`), await page.request.get(`${site.url}/orders`, { headers: { accept: 'text/html' } })];
    for (const name of ['content-security-policy', 'integrity-policy']) expect(own?.headers()[name], name).toBe(others.headers()[name]);
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByText('Details of the first')).toBeVisible();
    const script = page.waitForEvent('requestfinished', (request) => request.url().includes(`/releases/orders/${sealed.manifest.release}/`));
    await page.reload();
    expect((await (await script).response())?.status()).toBe(200);
  } finally {
    await served.close();
  }
});
