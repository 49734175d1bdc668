import { appendFile, cp, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { exchange, publishBuild } from '../../src/releases/changed-release.ts';
import { createAccount, logIn, newPerson } from '../../src/people/people.ts';
import { currentReleaseSet, liveManifest, registryFile } from '../../src/releases/release-folder.ts';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { buildModule, changedBuild, ORDERS } from '../../src/teams/team-folder.ts';
import { teamTest } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 90_000 });

function menuLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

async function expectEdition(page: Page, edition: string): Promise<void> {
  await expect(page.getByText(edition, { exact: true })).toBeVisible();
}

/** Opens an address in a new tab and expects a text there. */
async function expectInNewTab(page: Page, address: string, edition: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await expectEdition(tab, edition);
  await tab.close();
}

teamTest('a team goes live with its own token, and its page knows who signs in', async ({ page, teams }) => {
  const { orders, built } = teams;
  const person = newPerson();
  await createAccount(teams, person);
  expect(await orders.do(built.ordersFirst, 'check')).toMatch(/^orders [a-z2-7]+ may go live\.\n$/);
  await page.goto('/');
  await expect(menuLink(page, 'Orders')).toBeHidden();
  const release = await orders.publish(built.ordersFirst, 'our first edition');
  await page.goto('/');
  await menuLink(page, 'Orders').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
  await expectEdition(page, 'The first edition');
  await page.getByRole('link', { name: 'Log in to see yours' }).click();
  await logIn(page, person);
  await expect(page.getByText(`All that belongs to ${person.email}`)).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);
  expect(await orders.do(built.ordersFirst, 'publish')).toBe(`orders ${release} is already live; nothing changed.\n`);
});

teamTest('a fixed element of a page stays below the header, and styles of the whole document are refused', SOAK, async ({ page, teams }) => {
  const { orders, workplace } = teams;
  const covering = await buildModule(ORDERS, {
    'src/list-page.tsx': `
      import './cover.css';
      import { PageHeading } from '@atrium/page-kit/ui';
      export default function ListPage() {
        return <><PageHeading title="Orders" /><p className="cover">Everything must go</p><dialog className="cover">Sold out</dialog></>;
      }`,
    'src/cover.css': '.cover {\n  position: fixed;\n  inset: -1000px -1000px;\n  z-index: 9999;\n  background: hotpink;\n}\n',
  });
  await orders.publish(covering, 'a sale');
  await page.goto('/orders');
  const cover = page.getByText('Everything must go');
  await expect(cover).toHaveCSS('background-color', 'rgb(255, 105, 180)');
  await expect(cover).toHaveCSS('position', 'fixed');
  const header = page.getByRole('banner');
  for (const link of await header.getByRole('link').all()) await link.click({ trial: true });
  await expect(page.getByLabel('Language')).toBeInViewport();
  await page.getByLabel('Language').click({ trial: true });

  // A modal dialog is centred in the window, not in the page.
  const dialog = page.getByText('Sold out');
  await dialog.evaluate((element) => element instanceof HTMLDialogElement && element.showModal());
  const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {};
  expect(y + height / 2).toBeCloseTo((page.viewportSize()?.height ?? 0) / 2, 0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const global = path.join(workplace, 'global');
  await cp(path.join(covering, 'dist'), path.join(global, 'dist'), { recursive: true });
  await symlink(path.join(covering, 'node_modules'), path.join(global, 'node_modules'), 'dir');
  const sheet = (await readdir(path.join(global, 'dist'))).find((file) => file.endsWith('.css')) ?? '';
  await appendFile(path.join(global, 'dist', sheet), '\nbody { background: hotpink }');
  const refused = await orders.run(global, ['publish', '--who', 'Ann', '--why', 'pink']);
  expect(refused.ended).toBe(1);
  expect(refused.err).toMatch(new RegExp(` may not go live:\\n- styles: ${sheet}:\\d+ "body" styles the whole document: style an element of the module\\n`));
});

teamTest('an open tab keeps its release and then takes the next one; a rollback reaches new tabs; the history lists every move', async ({ page, teams }) => {
  const { orders, built } = teams;
  await orders.do(built.ordersFirst, 'publish');
  await controlTime(page);
  await page.goto('/orders');
  await expectEdition(page, 'The first edition');

  const second = await orders.publish(built.ordersSecond, 'two columns');
  await expectInNewTab(page, '/orders', 'The second edition');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expectEdition(page, 'Details of the first');
  await checkForReleases(page);
  await expect(page.getByRole('status').filter({ hasText: 'A new version of Orders is ready.' })).toBeVisible();
  await expectEdition(page, 'The first edition');
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await menuLink(page, 'Orders').click();
  await expectEdition(page, 'The second edition');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expectEdition(page, 'Details of the second');

  const back = await orders.do(built.ordersSecond, 'rollback', '--who', 'Barbara', '--why', 'totals are wrong');
  const { release: first } = await liveManifest(teams.releases, 'orders');
  expect(back).toBe(`orders ${first} is live again; it replaced ${second}.\n`);
  await expectInNewTab(page, '/orders', 'The first edition');
  const [rolledBack = '', published = ''] = (await orders.do(built.ordersSecond, 'history')).split('\n');
  expect(rolledBack).toContain(`rollback orders ${second} -> ${first}  orders: totals are wrong`);
  expect(published).toContain(`publish orders ${first} -> ${second}  orders: two columns`);
  expect(await orders.do(built.ordersSecond, 'status', 'orders')).toMatch(
    new RegExp(`^orders +page-module +${first} +- +\\S+ +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC +orders$`, 'm'),
  );
});

teamTest('the gate refuses a clash of paths, even with force, and the history keeps what force overrides', SOAK, async ({ page, teams }) => {
  const { orders, sales, built, workplace } = teams;
  await publishBuild(teams.releases, built.ordersFirst);
  const before = await readRegistry(teams.releases);
  const clash = await changedBuild(workplace, built.sales, exchange('/sales', '/orders'));
  for (const force of [[], ['--force', '--why', 'we were here first']]) {
    const refused = await sales.run(clash, ['publish', ...force]);
    expect(refused.ended).toBe(1);
    expect(refused.err).toMatch(/ may not go live:\n- paths \[orders, live\]: its path \/orders clashes with \/orders, which belongs to orders: take another path\n/);
  }
  expect(await readRegistry(teams.releases)).toBe(before);
  await expectInNewTab(page, '/orders', 'The first edition');

  const alike = await changedBuild(workplace, built.sales, exchange('"Sales"', '"Orders"'));
  const refused = await sales.run(alike, ['publish', '--force']);
  expect([refused.ended, refused.err]).toEqual([2, expect.stringContaining('--force requires --why')]);
  await sales.do(alike, 'publish', '--force', '--why', 'ours is renamed on Monday');
  expect(await sales.do(alike, 'history')).toMatch(/ours is renamed on Monday\n +forced: .*its menu entry "Orders" \(en\) has the same label as one of orders/);
  await sales.do(built.sales, 'publish', '--why', 'renamed');
  await expectInNewTab(page, '/sales', 'What was sold');
  // Its previous release still uses the path of orders, which must not stop orders from releasing.
  await orders.do(built.ordersSecond, 'publish');
  await sales.do(workplace, 'retire', 'sales');
});

teamTest('publishing a shell reports which modules would break, and why', SOAK, async ({ page, teams }) => {
  const { platform, built, workplace } = teams;
  await publishBuild(teams.releases, built.ordersFirst);
  const shell = await changedBuild(workplace, built.shell, (content, file) => {
    if (file !== 'build.json') return content;
    return content.replace(/"contract": "[^"]+"/, '"contract": "9.0.0"').replace(/"react": "[^"]+"/, '"react": "99.0.0"').replace(/\s*"Link",/, '');
  });
  const { ended, out } = await platform.run(shell, ['check']);
  expect(ended).toBe(1);
  expect(out).toMatch(/^shell [a-z2-7]+ may not go live:\n/);
  for (const name of ['orders', 'account', 'workspace']) {
    expect(out).toMatch(new RegExp(`- contract \\[${name}, live\\]: ${name} works with the page contract \\^2\\.0, and this shell offers 9\\.0\\.0: build it`));
  }
  expect(out).toMatch(/- shared \[orders, live\]: orders needs react \S+, and this shell provides 99\.0\.0: build it against 99\.0\.0/);
  expect(out).toMatch(/- router-names \[orders, live\]: orders imports Link from react-router-dom, which this shell does not provide/);
  const refused = await platform.run(shell, ['publish']);
  expect([refused.ended, refused.err]).toEqual([1, expect.stringContaining('- contract [orders, live]')]);
  await expectInNewTab(page, '/orders', 'The first edition');
});

teamTest('a token covers only its own remotes, ends when it is revoked, and is never logged', async ({ teams }) => {
  const { orders, sales, platform, built, workplace } = teams;
  await publishBuild(teams.releases, built.ordersFirst);
  const token = await teams.makeToken('support', 'orders');
  const support = orders.with(token);
  // The first token of a site is created directly in its store.
  const first = platform.with(await teams.makeToken('platform', '*', 'store'));
  expect(await first.do(workplace, 'token', 'list')).toContain('support');
  await support.do(built.ordersFirst, 'status');
  for (const [team, folder, args] of [
    [sales, built.ordersSecond, ['publish']],
    [orders, workplace, ['retire', 'account']],
    [orders, built.ordersFirst, ['rollback', 'account', '--to', (await liveManifest(teams.releases, 'account')).release]],
  ] as const) {
    const refused = await team.run(folder, args);
    expect([args, refused.ended, refused.err]).toEqual([args, 1, expect.stringContaining('does not cover')]);
  }
  for (const args of [['token', 'list'], ['token', 'create', 'mine', '--remotes', '*'], ['gc']]) {
    expect((await orders.run(workplace, args)).ended).toBe(1);
  }
  await platform.do(workplace, 'token', 'revoke', token.split('_')[1] ?? '');
  for (const args of [['publish'], ['status']]) {
    const refused = await support.run(built.ordersSecond, args);
    expect([refused.ended, refused.err]).toEqual([1, expect.stringContaining('does not know this token')]);
  }

  expect(teams.log()).toContain('a token was revoked');
  const written = [...teams.printed, teams.log(), ...(await textsBelow(teams.releases))].join('\n');
  for (const secret of [platform, orders, sales, support, first].map((team) => team.token.split('_')[2] ?? '')) {
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(written.includes(secret), 'the secret of a token is written somewhere').toBe(false);
  }
});

// The soak kills publishes to a store at every step (releases/test/stores/directory/many-processes.soak.test.ts).
for (const when of ['Storing', 'Making it live']) {
  teamTest(`a publish that is killed while it prints "${when}" changes nothing, and the next one works`, SOAK, async ({ page, teams }) => {
    const { orders, built, workplace } = teams;
    await publishBuild(teams.releases, built.ordersFirst);
    const edition = `The edition that was killed at ${when}`;
    const folder = await changedBuild(workplace, built.ordersFirst, exchange('The first edition', edition));
    const killed = await orders.run(folder, ['publish'], when);
    expect(killed.ended).toBe('SIGKILL');
    await page.goto('/orders');
    // The move may have reached the store before the command was killed.
    await expect(page.getByText(when === 'Making it live' ? /^The (first edition$|edition that)/ : /^The first edition$/)).toBeVisible();
    await orders.do(folder, 'publish');
    await expectInNewTab(page, '/orders', edition);
  });
}

teamTest('a retired module leaves the menu, its path becomes free, and open tabs keep its files', SOAK, async ({ page, teams }) => {
  const { orders, sales, platform, built, workplace } = teams;
  const forgotten = await changedBuild(workplace, built.ordersFirst, exchange('The first edition', 'The forgotten edition'));
  const gone = await publishBuild(teams.releases, forgotten);
  for (const folder of [built.ordersSecond, built.ordersFirst]) await publishBuild(teams.releases, folder);
  await page.goto('/orders');
  await expectEdition(page, 'The first edition');
  expect(await orders.do(workplace, 'retire', 'orders', '--why', 'sold')).toMatch(/^orders is retired/);

  const tab = await page.context().newPage();
  await tab.goto('/orders');
  await expect(tab.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(menuLink(tab, 'Orders')).toBeHidden();
  const heir = await changedBuild(workplace, built.sales, exchange('/sales', '/orders'));
  await sales.publish(heir, 'we take it over');
  await expectInNewTab(page, '/orders', 'What was sold');

  expect(await platform.do(workplace, 'gc', '--dry-run', '--older-than-days', '0')).toMatch(new RegExp(`^orders ${gone} +\\d`, 'm'));
  expect(await platform.do(workplace, 'gc')).toMatch(/^0 releases removed/);
  await page.getByRole('button', { name: 'Show details' }).click();
  await expectEdition(page, 'Details of the first');
  await sales.do(workplace, 'retire', 'sales', '--why', 'and give it back');
  await orders.publish(built.ordersFirst, 'here again');
  await expectInNewTab(page, '/orders', 'The first edition');
});

teamTest('the same command releases the shell and the auth remote, and a reload applies them on the same page', SOAK, async ({ page, teams }) => {
  const { platform, built } = teams;
  await publishBuild(teams.releases, built.ordersFirst);
  await controlTime(page);
  await page.goto('/orders?page=2');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Create account' })).toBeVisible();
  const shell = await platform.publish(built.shell, 'a warmer word');
  const auth = await platform.publish(built.auth, 'a plainer word');
  await checkForReleases(page);
  await expect(page.getByRole('status').filter({ hasText: 'A new version of the site is ready.' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Create account' })).toBeVisible();

  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(header.getByRole('link', { name: 'Join us' })).toBeVisible();
  await expectEdition(page, 'The first edition');
  await expect(page).toHaveURL(/\/orders\?page=2$/);
  expect(scripts.some((script) => script.includes(`/auth/${auth}/`))).toBe(true);
  const set = await currentReleaseSet(teams.url);
  expect([set.shell.release, set.auth?.release]).toEqual([shell, auth]);

  await platform.do(built.shell, 'rollback');
  await platform.do(built.auth, 'rollback');
  await page.goto('/orders');
  await expect(header.getByRole('link', { name: 'Create account' })).toBeVisible();
});

function readRegistry(releases: string): Promise<string> {
  return readFile(registryFile(releases), 'utf8');
}

/** The contents of all files below a folder. */
async function textsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
}
