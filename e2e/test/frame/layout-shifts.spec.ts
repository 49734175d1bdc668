import type { Page } from '@playwright/test';
import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { painted, shiftsOf, watchShifts } from '../../src/checks/layout-shifts.ts';
import { signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { everyday, SOAK } from '../../src/fixtures/soak-tag.ts';

// Most visitors see animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const WIDTHS = [320, 1280] as const;

const VISITORS: Readonly<Record<string, string>> = {
  '/': 'Shared boards for notes that matter',
  '/login': 'Log in',
  '/register': 'Create account',
  '/reset-password': 'Reset your password',
  '/auth/confirm?token_hash=abc&type=recovery': 'Reset your password',
  '/nothing/here': 'Page not found',
};

const PERSONS: Readonly<Record<string, string>> = {
  '/': 'Good to see you, Ada',
  '/account': 'Your account',
  '/account/sign-in': 'Sign-in',
  '/account/security': 'Security',
  '/account/data': 'Data',
  '/account/email': 'Change your email',
  '/account/delete': 'Delete your account',
  '/update-password': 'Choose a new password',
  '/workspace': 'Workspace',
  // The user is not of the platform team, which the page knows only from a response.
  '/__atrium/releases': 'You cannot see this page',
};

/** Waits until a page is complete: its heading, its data, and the preferences, which come last. */
async function arrived(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByText('Loading…')).toHaveCount(0);
  // Signed-in users do not see it.
  await expect(page.locator('footer')).toBeAttached();
  await page.waitForLoadState('networkidle');
}

/** The code of page modules and of the shell's own pages, their data, and the styles that load after a first screen. */
const CODE = /\/releases\/(?:(?:account|workspace)\/|shell\/.*\/platform\.).*\.js/;
const DATA = /\/rest\/v1\/|\/auth\/v1\/(?:user|factors)|\/storage\/v1\/|\/__atrium\/releases\/state/;
const LATE_STYLES = /\/releases\/shell\/.*\/(?:late|platform)\..*css/;

/** Holds matching requests. Returns the function that releases them. */
async function hold(page: Page, kind: RegExp): Promise<() => void> {
  const { promise: released, release } = latch();
  await page.route(kind, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

function latch(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
}

/** Opens a page on a network that is so slow that the placeholders of its code and of its data are visible. */
async function openSlowly(page: Page, path: string, heading: string): Promise<void> {
  const [code, data, styles] = [await hold(page, CODE), await hold(page, DATA), await hold(page, LATE_STYLES)];
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByText('Loading…').or(page.getByRole('heading', { level: 1 })).first()).toBeAttached();
  await painted(page);
  code();
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main').getByText('Loading…')).first()).toBeAttached();
  await painted(page);
  data();
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main').getByText('Loading…')).first()).toBeAttached();
  await painted(page);
  styles();
  await arrived(page, heading);
}

async function expectStill(page: Page, screens: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, heading] of Object.entries(screens)) {
    await openSlowly(page, path, heading);
    // Exactly none: every late part has reserved space.
    expect.soft(await shiftsOf(page), path).toEqual([]);
  }
}

for (const width of WIDTHS) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('no page of a visitor shifts its layout while it opens on a slow network, which shows each placeholder', everyday(width === 320), async ({ page }) => {
      test.setTimeout(120_000);
      await watchShifts(page);
      await expectStill(page, VISITORS);
    });

    test('no page of a user shifts its layout while it opens on a slow network, which shows each placeholder', SOAK, async ({ page, site, consoleMessages }) => {
      test.setTimeout(120_000);
      consoleMessages.allow(/status of 403/);
      await signInFirst(page, site);
      const board = await openNewBoard(page);
      await addNote(page, 'Music', 'Everybody brings one song.');
      await watchShifts(page);
      await expectStill(page, { ...PERSONS, [board]: 'Plans' });
    });

    test('navigation between pages does not shift the layout', everyday(width === 1280), async ({ page, site }) => {
      await signInFirst(page, site);
      await watchShifts(page);
      await page.goto('/');
      await arrived(page, 'Good to see you, Ada');
      const menu = page.getByRole('navigation', { name: 'Main' });
      const main = page.getByRole('main');
      const openAccount = async () => {
        // The bar of the narrowest phones leaves it out.
        if (width === 320) await menu.getByRole('button', { name: 'All pages' }).click();
        await page.getByRole(width === 320 ? 'dialog' : 'navigation').getByRole('link', { name: 'Your account' }).click();
      };
      const steps: readonly (readonly [heading: string, go: () => Promise<unknown>])[] = [
        ['Workspace', () => menu.getByRole('link', { name: 'Workspace' }).click()],
        ['Your account', openAccount],
        ['Security', () => main.getByRole('link', { name: 'Security' }).click()],
        ['Your account', () => page.goBack()],
        ['Change your email', () => main.getByRole('link', { name: 'Change your email' }).click()],
        ['Sign-in', () => main.getByRole('link', { name: 'Sign-in' }).click()],
        ['Choose a new password', () => main.getByRole('link', { name: 'Change your password' }).click()],
        ['Sign-in', () => page.goBack()],
        ['Data', () => main.getByRole('link', { name: 'Data' }).click()],
        ['Delete your account', () => main.getByRole('link', { name: 'Delete' }).click()],
        ['Workspace', () => menu.getByRole('link', { name: 'Workspace' }).click()],
      ];
      for (const [heading, go] of steps) {
        await go();
        await arrived(page, heading);
        // Browsers do not count shifts within half a second of an input, but later ones count.
        expect.soft((await shiftsOf(page)).filter(({ after }) => !after), heading).toEqual([]);
      }
    });
  });
}
