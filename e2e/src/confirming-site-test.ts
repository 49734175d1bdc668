import type { Browser, Page } from '@playwright/test';
import { newestLink } from './inbox.ts';
import { fillRegistration, newPerson, type Person } from './people.ts';
import type { Site } from './running-site.ts';
import { expect, test as siteTest } from './site-test.ts';

export { expect };

/** Tests against a site where addresses have to be confirmed. */
export const test = siteTest.extend({ baseURL: async ({ confirming }, provide) => provide(confirming.url) });

/** A page in a browser that has nothing of the first one. */
export async function otherBrowser(browser: Browser, { url }: Site): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage();
}

/** Redeems the mailed link that is open. */
export async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A person who has registered and confirmed, and is logged in in this browser. */
export async function newMember(page: Page, site: Site): Promise<Person> {
  const person = newPerson();
  await page.goto('/register');
  await fillRegistration(page, person);
  await page.goto(await newestLink(site.backend.inboxUrl, person.email));
  await proceed(page);
  await expect(page).toHaveURL('/account');
  return person;
}
