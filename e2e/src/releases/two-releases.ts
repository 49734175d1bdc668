import { exchange, type Change } from './changed-release.ts';
import { expect, type Page } from '@playwright/test';

/** Added to texts of the second release. */
const MARK = ' (second release)';

/** A text of each of these pages of `account`. Each page is its own chunk. */
const TEXTS = {
  '/login': 'New here?',
  '/register': 'Have an account already?',
  '/reset-password': 'Enter the email of your account. We will send you a link to choose a new password.',
} as const;

/** A page of `account` that shows its release. */
export type ReleasePage = keyof typeof TEXTS;

/** One of the two releases. */
export type Which = 'first' | 'second';

/** Turns the first release of `account` into the second. */
export const SECOND_ACCOUNT: Change = (content, file) =>
  Object.values(TEXTS).reduce((made, text) => exchange(text, text + MARK)(made, file), content);

/** The release of the open page's chunk. */
export async function shownRelease(page: Page, path: ReleasePage): Promise<Which> {
  const text = page.getByRole('main').getByText(TEXTS[path]);
  await expect(text).toBeVisible();
  return (await text.innerText()).includes(MARK) ? 'second' : 'first';
}
