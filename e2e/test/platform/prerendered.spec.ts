import type { Page, Request } from '@playwright/test';
import { createAccount, giveSession, newPerson } from '../../src/people/people.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { exchange, publishChanged } from '../../src/releases/changed-release.ts';

/** Holds every script of the releases until the returned function is called. The document's own small script arrives. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/releases\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const prerendered = (page: Page) => page.locator('[data-prerendered]');

/** Opens a page whose scripts are held. Its load event comes only after them. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(prerendered(page).getByRole('heading', { level: 1 })).toBeVisible();
  return release;
}

/** Waits until the page's code has replaced the prerendered page. */
async function adopted(page: Page): Promise<void> {
  await expect(prerendered(page)).toHaveCount(0);
}

test('shows the form before any script of a release, and keeps what is typed, the focus and the selection', async ({ page }) => {
  const release = await openHeld(page, '/login');
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('ada@example.com');
  await password.pressSequentially('correct horse');
  await password.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 7, 'backward'));
  release();
  await adopted(page);
  await expect(email).toHaveValue('ada@example.com');
  await expect(password).toHaveValue('correct horse');
  await expect(password).toBeFocused();
  expect(await password.evaluate(({ selectionStart, selectionEnd, selectionDirection }: HTMLInputElement) => [selectionStart, selectionEnd, selectionDirection])).toEqual([2, 7, 'backward']);
  // React knows the text: the page passes it on.
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
});

test('logs in once after submits that came before the code, and puts nothing typed into an address', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const release = await openHeld(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Log in' }).click();
  const button = page.getByRole('button', { name: 'Log in' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/login');
  release();
  await expect(page).toHaveURL('/workspace');
  expect(requests.filter((request) => request.url().includes('/auth/v1/token') && request.method() === 'POST')).toHaveLength(1);
  for (const request of requests) {
    expect(decodeURIComponent(request.url())).not.toContain(person.password);
    expect(decodeURIComponent(request.url())).not.toContain(person.email);
  }
});

test('a submit leads nowhere when no script arrives at all', async ({ page, consoleMessages }) => {
  consoleMessages.allow(/Failed to load resource|Failed to find a valid digest|ERR_/);
  const requests: string[] = [];
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('/login', { waitUntil: 'commit' });
  page.on('request', (request) => requests.push(request.url()));
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  expect(requests.filter((url) => url.includes('correct'))).toEqual([]);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
});

test('hides the page from a signed-in user from the first frame on', async ({ page, site }) => {
  const person = newPerson();
  await giveSession(page, site, JSON.stringify(await createAccount(site, person)));
  // Records each frame in which the form of the document is visible.
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-prerendered]')?.checkVisibility()) document.documentElement.setAttribute('data-flash', '');
      requestAnimationFrame(look);
    };
    look();
  });
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(prerendered(page)).toBeAttached();
  await expect(prerendered(page)).toBeHidden();
  release();
  await expect(page).toHaveURL('/workspace');
  await expect(page.locator('[data-flash]')).toHaveCount(0);
});

test('hides the page when a mailed link leads to another one', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login#error=access_denied&error_code=otp_expired&error_description=Expired', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(prerendered(page)).toBeAttached();
  await expect(prerendered(page)).toBeHidden();
  release();
  await expect(page).toHaveURL('/auth/confirm');
});

damageTest('submits the form when the code of the release fails and the tab falls back on the previous release', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(/page module account is not available/, /fault/);
  const person = newPerson();
  await createAccount(damaged, person);
  await publishChanged(damaged.releases, 'account', exchange('"current-password"', '(()=>{throw new Error("fault")})()'));
  const release = await openHeld(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  release();
  await expect(page).toHaveURL('/workspace');
});

test('a page with a query is not prerendered: its links pass the query on', async ({ page }) => {
  const response = await page.goto('/login?next=%2Faccount');
  expect(await response?.text()).not.toContain('data-prerendered');
  await expect(page.getByRole('main').getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register?next=%2Faccount');
});

const FORMS = ['/login', '/register', '/reset-password'];

for (const { language, theme, width } of [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'ar', theme: 'dark', width: 390 },
]) {
  test(`nothing moves and the markup is the same when the page is adopted: ${language}, ${theme}, ${width} px`, async ({ page, context, site }) => {
    await context.addCookies([
      { name: 'atrium-language', value: language, url: site.url },
      { name: 'atrium-theme', value: theme, url: site.url },
    ]);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as unknown as { value: number }[]) {
          document.documentElement.setAttribute('data-shift', String(Number(document.documentElement.dataset['shift'] ?? 0) + value));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of FORMS) {
      const release = await openHeld(page, path);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      // The document is parsed before its style sheets have arrived, but not painted.
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
      const before = await page.locator('[data-atrium-module=account]').evaluate(look);
      release();
      await adopted(page);
      expect(await page.locator('[data-atrium-module=account]').evaluate(look), path).toEqual(before);
      expect(await page.locator('html').getAttribute('data-shift'), `${path}: layout shift`).toBeNull();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}

/** The markup without what may differ, and the place and colours of each element. An icon is one element: its drawing comes later. Runs in the page. */
function look(module: Element): { readonly markup: string; readonly places: string[] } {
  const copy = module.cloneNode(true) as Element;
  const ids = new Map([...copy.querySelectorAll('[id]')].map(({ id }, index) => [id, `id-${index}`]));
  for (const icon of copy.querySelectorAll('svg[aria-hidden]')) icon.replaceWith(document.createElement('svg'));
  for (const element of copy.querySelectorAll('*')) {
    // The build adds it, so that the form leads nowhere without its code.
    if (element.localName === 'form') element.removeAttribute('method');
    for (const name of ['id', 'for', 'aria-controls', 'aria-describedby']) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, value.split(' ').map((id) => ids.get(id) ?? ids.get(id.replace(/-(?:hint|error)$/, '')) ?? id).join(' '));
    }
    const sorted = [...element.attributes].map(({ name, value }) => [name, value.trim()] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name] of sorted) element.removeAttribute(name);
    for (const [name, value] of sorted) element.setAttribute(name, value);
  }
  const places = [...module.querySelectorAll(':not(svg[aria-hidden] *)')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { color, backgroundColor, fontSize } = getComputedStyle(element);
    // Separate pieces of Arabic text differ by 1/64 of a pixel from joined ones.
    return [element.localName, ...[x, y, width, height].map(Math.round), color, backgroundColor, fontSize].join(' ');
  });
  return { markup: copy.innerHTML, places };
}
