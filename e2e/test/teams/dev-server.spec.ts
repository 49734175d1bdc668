import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sealBuild } from '@atrium/releases/sealing';
import { serveBuild } from '@atrium/page-kit/site-proxy';
import { developmentTest as test } from '../../src/fixtures/development-test.ts';
import { createAccount, logIn, newPerson } from '../../src/people/people.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { buildOrders } from '../../src/teams/team-folder.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

const ORDERS = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: '' };
const PAGE = 'src/list-page.tsx';

/** A property of `window` that a reload removes. */
const MARK = 'atriumTestMark';

test.setTimeout(120_000);

// One test, because a start of the server takes as long as all the steps.
test('has the sign-in and the other modules, adds a new page, shows edits and errors immediately, keeps typed text, and stops at Ctrl-C', async ({ page, develop, openSite, site, consoleMessages }) => {
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

  // A syntax error appears once, over the page and in the terminal, until it is fixed.
  const overlay = page.getByRole('dialog', { name: 'The build failed' });
  await module.edit(PAGE, '<p>The second', '<p The second');
  await expect(overlay.getByText('src/list-page.tsx:12:', { exact: false })).toBeVisible();
  await expect(overlay.getByText('(TS')).toHaveCount(1);
  await expect(overlay.getByText('> 12 |           <p The second edition</p>')).toBeVisible();
  await expect.poll(() => module.errors).toContain('> 12 |           <p The second edition</p>');
  await module.edit(PAGE, '<p The second', '<p>The second');
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');
  await expect.poll(() => module.errors).toContain('Built again without errors.');

  await module.edit('src/manifest.ts', "'/orders'", "'orders'");
  await expect(overlay.getByText('routes.list', { exact: false })).toBeVisible();
  await module.edit('src/manifest.ts', "'orders' }", "'/orders' }");
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');

  // So does a path of another module: the site would show that module's page.
  await module.edit('src/manifest.ts', "'/orders' }", "'/workspace' }");
  const clash = 'its path /workspace clashes with /workspace, which belongs to workspace: take another path.';
  await expect(overlay.getByText(clash, { exact: false })).toBeVisible();
  await expect.poll(() => module.errors).toContain(clash);
  // A tab that looks for new releases now keeps its page, and what was typed.
  expect(await (await page.request.get(`${module.url}/__atrium/registry`)).text()).toContain('"list":"/orders"');
  await module.edit('src/manifest.ts', "'/workspace' }", "'/orders' }");
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');

  // An error of the running code appears with its place in the source. After the fix, the page goes on by itself.
  const failure = page.getByRole('dialog', { name: 'Error on this page' });
  const failsOnClick = "<p onClick={() => { throw new Error('It cannot be ordered.'); }}>The third";
  consoleMessages.allow(/It cannot be ordered|Its page is broken/);
  await module.edit(PAGE, '<p>The second', failsOnClick);
  await page.getByText('The third edition').click();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');
  await expect(failure.getByRole('heading', { name: 'Error: It cannot be ordered.' })).toBeVisible();
  await expect(failure.getByText(`> 12 |           ${failsOnClick}`)).toBeVisible();
  await module.edit(PAGE, failsOnClick, '<p>The second');
  await expect(failure).toBeHidden();
  await expect(page.getByLabel('Wish')).toHaveValue('half of what I');
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page did not reload').toBe(true);

  await module.edit(PAGE, "useState('');", "useState(''); if (email) throw new Error('Its page is broken.');");
  await expect(failure.getByRole('heading', { name: 'Error: Its page is broken.' })).toBeVisible();
  await expect(failure.locator('h3:text("Components") + pre')).toContainText('ListPage');
  await expect.poll(() => module.errors).toContain('Error in the browser, src/list-page.tsx:8');
  await page.keyboard.press('Escape');
  await expect(page.getByText('This part of the page failed.')).toBeVisible();
  await module.edit(PAGE, " if (email) throw new Error('Its page is broken.');", '');
  await expect(page.getByText('The second edition')).toBeVisible();
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page did not reload').toBe(true);

  // The page would log an error when its server stops.
  await page.close();
  await module.stop();
  expect(await module.ended).toBe(0);
  expect(module.output).toContain('Stopped.');
  await expect(fetch(module.url)).rejects.toThrow('fetch failed');
});

test('replaces a live module on this machine only, and shows errors, and reloads after edits if the site has no development build', SOAK, async ({ page, develop, site, consoleMessages }) => {
  const module = await develop({ ...ORDERS, name: 'workspace', title: 'Workspace', path: '/workspace/*' }, site.url);
  expect(module.output).toContain('It replaces the live module');
  expect(module.output).toContain('ALLOW_DEVELOPMENT=true');
  const response = await page.goto(`${module.url}/workspace`);
  expect(response?.headers()['integrity-policy']).toContain('script');
  await expect(page.getByText('The first edition')).toBeVisible();
  await module.edit(PAGE, 'The first edition', 'The second edition');
  await expect(page.getByText('The second edition')).toBeVisible();

  consoleMessages.allow(/Its page is broken/);
  await module.edit(PAGE, "useState('');", "useState(''); if (wish === '') throw new Error('Its page is broken.');");
  const failure = page.getByRole('dialog', { name: 'Error on this page' });
  await expect(failure.getByRole('heading', { name: 'Error: Its page is broken.' })).toBeVisible();
  await expect(failure.getByText('src/list-page.tsx:8', { exact: true })).toBeVisible();
  await module.edit(PAGE, " if (wish === '') throw new Error('Its page is broken.');", '');
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
