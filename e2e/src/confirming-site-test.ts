import type { Browser, Page } from '@playwright/test';
import { newestLink } from './inbox.ts';
import { fillRegistration, newPerson, type Person } from './people.ts';
import { runSite, type RunningSite } from './running-site.ts';
import { expect, test as siteTest } from './site-test.ts';

export { expect };

/** Tests against a site where addresses have to be confirmed; each worker has one of its own. */
export const test = siteTest.extend<object, { site: RunningSite }>({
  site: [
    async ({ browserName: _ }, provide) => {
      const site = await runSite(['--confirm-email', '--no-rate-limits']);
      await provide(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

/** A page in a browser that has nothing of the first one. */
export async function otherBrowser(browser: Browser, { url }: RunningSite): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage();
}

/** Redeems the mailed link that is open. */
export async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A person who has registered and confirmed, and is logged in in this browser. */
export async function newMember(page: Page, site: RunningSite): Promise<Person> {
  const person = newPerson();
  await page.goto('/register');
  await fillRegistration(page, person);
  await page.goto(await newestLink(site.backend.inboxUrl, person.email));
  await proceed(page);
  await expect(page).toHaveURL('/account');
  return person;
}
