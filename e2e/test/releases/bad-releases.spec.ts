import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { fastForwardUntil } from '../../src/checks/page-time.ts';
import { exchange, publishChanged, type Change } from '../../src/releases/changed-release.ts';
import { logIn, newPerson, signInFirst } from '../../src/people/people.ts';
import { forgetPrevious, liveManifest, tamper } from '../../src/releases/release-folder.ts';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { SECOND_ACCOUNT, shownRelease } from '../../src/releases/two-releases.ts';
import { everyday, SOAK } from '../../src/fixtures/soak-tag.ts';

const GOOD = 'Create your first board';
const NEW = 'Put it into words';

const NOISE = [
  /Failed to load resource/, /(?:page module|extension) [\w ]+ (?:is not available|failed)/, /integrity/i, /MIME type/, /was preloaded using link preload/,
  /Loading (?:CSS )?chunk/, /fault/,
];

/** Code that fails until the test fixes it. */
const FAIL = '(()=>{if(globalThis.fault)throw new Error("fault")})()';

/** Makes the start of the workspace fail. */
const FAILING_START = exchange('.hasStoredSession()', `.hasStoredSession(${FAIL})`);

/** A failure of the live release: the change of its build, and a function that causes the failure and returns its fix. */
interface Fault {
  readonly change?: Change;
  readonly arrange: (page: Page, releases: string, release: string) => Promise<() => Promise<void>>;
  /** Also tried without a previous release. The others lead to the same error card, or remotes-at-run-time.spec.ts tries them. */
  readonly alone?: true;
  /** The failure shows when the time limit for a file is over. remotes-at-run-time.spec.ts waits for the real limit. */
  readonly late?: true;
}

function onTheWay(file: string, respond: (route: Route) => Promise<void>): Fault['arrange'] {
  return async (page, _releases, release) => {
    let broken = true;
    await page.route(`**/releases/*/${release}/${file}*`, (route) => (broken ? respond(route) : route.fallback()));
    return () => Promise.resolve(void (broken = false));
  };
}

/** Holds requests until the fault is fixed. The site may be waiting for one of them when the user tries again. */
function held(file: string): Fault['arrange'] {
  return async (page, _releases, release) => {
    let fix = (): void => undefined;
    const fixed = new Promise<void>((resolve) => (fix = resolve));
    await page.route(`**/releases/*/${release}/${file}*`, async (route) => {
      await fixed;
      await route.fallback();
    });
    return () => Promise.resolve(fix());
  };
}

const inTheCode: Fault['arrange'] = async (page) => {
  await page.addInitScript(() => Reflect.set(globalThis, 'fault', true));
  return () => page.evaluate(() => void Reflect.set(globalThis, 'fault', false));
};

async function boardChunk(releases: string): Promise<string> {
  return (await liveManifest(releases, 'workspace')).routes['boards']?.scripts.at(-1) ?? '';
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'has no manifest': {
    alone: true,
    arrange: async (_page, releases, release) => {
      const manifest = path.join(releases, 'files/workspace', `${release}.json`);
      await rename(manifest, `${manifest}.lost`);
      return () => rename(`${manifest}.lost`, manifest);
    },
  },
  'has no entry': { arrange: onTheWay('entry.', (route) => route.fulfill({ status: 404, body: '' })) },
  'has an entry that is HTML': {
    arrange: onTheWay('entry.', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Log in to the hotel</p>' })),
  },
  'has an entry that never arrives': { arrange: held('entry.'), late: true },
  'has an entry with other bytes': {
    arrange: async (_page, releases) => tamper(releases, 'workspace', (await liveManifest(releases, 'workspace')).entry, '\n;'),
  },
  'has a page with other bytes': { arrange: async (_page, releases) => tamper(releases, 'workspace', await boardChunk(releases), '\n;') },
  'has lost a page': {
    alone: true,
    arrange: async (page, releases, release) => onTheWay(await boardChunk(releases), (route) => route.fulfill({ status: 404, body: '' }))(page, releases, release),
  },
  'throws when it is loaded': {
    alone: true,
    change: (content) => content.replace('name:"workspace",owner:', `name:(${FAIL},"workspace"),owner:`),
    arrange: inTheCode,
  },
  'throws when it is drawn first': {
    alone: true,
    change: (content) => content.replace(`firstHeading:"${GOOD}"`, `get firstHeading(){${FAIL};return"${GOOD}"}`),
    arrange: inTheCode,
  },
  'throws when it is started': { alone: true, change: FAILING_START, arrange: inTheCode },
};

/** A failure to load a page, and one of its code. The others take the same ways. */
const EVERYDAY = new Set(['has lost a page', 'throws when it is drawn first']);
/** A failure before any code runs. */
const EVERYDAY_ALONE = new Set(['has no manifest']);

/** Publishes a workspace with a failure and with different texts. */
async function publishFault(page: Page, releases: string, { change = (content) => content, arrange }: Fault) {
  const release = await publishChanged(releases, 'workspace', (content, file) =>
    (file.endsWith('.js') ? change(content, file) : content).replaceAll(GOOD, NEW),
  );
  return { release, heal: await arrange(page, releases, release) };
}

/** Waits for a heading that appears after a failure. */
async function expectNoticed(page: Page, heading: Locator, { late }: Fault): Promise<void> {
  if (!late) return expect(heading).toBeVisible();
  await fastForwardUntil(page, 2_000, () => expect(heading).toBeVisible({ timeout: 250 }));
}

function notice(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Workspace is shown in its previous version' });
}

for (const [fault, how] of Object.entries(FAULTS)) {
  damageTest(`a visitor gets the previous release when the live one ${fault}, and the live one in the same tab once it is fixed`, everyday(EVERYDAY.has(fault)), async ({ page, damaged, consoleMessages }) => {
    consoleMessages.allow(...NOISE);
    if (how.late) await controlTime(page);
    await signInFirst(page, damaged);
    const { heal } = await publishFault(page, damaged.releases, how);
    await page.goto('/account');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Workspace' }).click();
    await expectNoticed(page, page.getByRole('heading', { level: 1, name: 'Workspace', exact: true }), how);
    await expect(page.getByRole('heading', { name: GOOD })).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await heal();
    await page.getByRole('button', { name: 'Try the new one' }).click();
    await expect(page.getByRole('heading', { name: NEW })).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await menu.getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  });

  if (!how.alone) continue;
  damageTest(`an error card names the team when a release ${fault} and there is no previous one, and its retry works once it is fixed`, everyday(EVERYDAY_ALONE.has(fault)), async ({ page, damaged, consoleMessages }) => {
    consoleMessages.allow(...NOISE);
    await signInFirst(page, damaged);
    // The server knows the release already, like any server that has run for a while.
    await page.request.get('/', { headers: { accept: 'text/html' } });
    const { release, heal } = await forgetPrevious(damaged.releases, () => publishFault(page, damaged.releases, how));
    await page.goto('/workspace', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Workspace did not load' })).toBeVisible();
    const facts = page.getByRole('main').getByRole('definition');
    await expect(facts).toHaveText(['workspace', 'Team Workspace', release, /^\w+$/]);
    const trace = (await facts.last().textContent()) ?? 'none';
    expect(consoleMessages.messages.join('\n')).toContain(`trace ${trace}`);
    await heal();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: NEW })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  });
}

/** The second release of `account`, whose log-in page also needs the chunk of the registration. */
const SHARED_CHUNK: Change = (content, file) =>
  SECOND_ACCOUNT(content, file).replace(
    /register:\(\)=>(\w+)\.e\((\d+)\)(.*?),login:\(\)=>(.*?),verify:/,
    'register:()=>$1.e($2)$3,login:()=>$1.e($2).then(()=>$4),verify:',
  );

damageTest('a release without a chunk that two pages share is replaced for both, and works in the same tab once it is fixed', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  const release = await publishChanged(damaged.releases, 'account', SHARED_CHUNK);
  const chunk = (await liveManifest(damaged.releases, 'account')).routes['register']?.scripts.at(-1) ?? '';
  const heal = await onTheWay(chunk, (route) => route.fulfill({ status: 404, body: '' }))(page, damaged.releases, release);
  await page.goto('/');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Log in' }).click();
  expect(await shownRelease(page, '/login')).toBe('first');
  await header.getByRole('link', { name: 'Create account' }).click();
  expect(await shownRelease(page, '/register')).toBe('first');
  await heal();
  await page.getByRole('button', { name: 'Try the new one' }).click();
  await expect(page.getByRole('button', { name: 'Try the new one' })).toBeHidden();
  expect(await shownRelease(page, '/register')).toBe('second');
  await header.getByRole('link', { name: 'Log in' }).click();
  expect(await shownRelease(page, '/login')).toBe('second');
});

damageTest('a release of another kind does not run, and the next release works in the same tab', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  await controlTime(page);
  await signInFirst(page, damaged);
  await publishChanged(damaged.releases, 'workspace', (content) => content.replace('routes:{boards:()=>', 'routes:{boards:1,another:()=>'));
  await page.goto('/workspace');
  await expect(page.getByRole('heading', { name: GOOD })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await publishChanged(damaged.releases, 'workspace', exchange(GOOD, NEW));
  await checkForReleases(page);
  await page.getByRole('button', { name: 'Use it now' }).click();
  await expect(page.getByRole('heading', { name: NEW })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

damageTest('a module whose start fails before the first visit shows its previous release', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  await signInFirst(page, damaged);
  await publishFault(page, damaged.releases, { change: FAILING_START, arrange: inTheCode });
  const failed = page.waitForEvent('console', (message) => message.text().includes('start of the page module workspace failed'));
  await page.goto('/');
  await failed;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('heading', { name: GOOD })).toBeVisible();
  await expect(notice(page)).toBeVisible();
});

damageTest('a page that fails to preload does not change the open page', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  const release = await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  const chunk = (await liveManifest(damaged.releases, 'account')).routes['login']?.scripts.at(-1) ?? '';
  await page.route(`**/releases/account/${release}/${chunk}*`, (route) => route.abort());
  await page.goto('/register');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ada');
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  // Links do not preload pages before the first screen is complete.
  await expect(async () => {
    const failed = page.waitForEvent('console', { predicate: (message) => message.text().includes('page module account is not available'), timeout: 2_000 });
    await page.mouse.move(0, 0);
    await Promise.all([failed, logIn.hover()]);
  }).toPass();
  await expect(page.getByText('So you have an account?')).toBeVisible();
  await expect(name).toHaveValue('Ada');
  await logIn.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'shown in its previous version' })).toBeVisible();
});

damageTest('the previous release of the sign-in replaces one that throws, and every page uses it', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...NOISE, /Login error/);
  await publishChanged(damaged.releases, 'auth', (content, file) => (/^entry\./.test(file) ? `throw new Error("fault");${content}` : content));
  await page.goto('/login');
  await logIn(page, newPerson());
  await expect(page.getByRole('alert')).toContainText('Wrong email or password');
  await expect(page.getByText('Sign-in is unavailable')).toBeHidden();
});
