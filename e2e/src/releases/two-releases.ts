import type { Page } from '@playwright/test';
import { exchange, type Change } from './changed-release.ts';
import { expect } from '../fixtures/site-test.ts';

/** Marks a text of the second release. */
const MARK = ' (second release)';

/** A text of each of these pages of `account`; each page is a chunk of its own. */
const TEXTS = {
  '/login': 'New here?',
  '/register': 'Have an account already?',
  '/reset-password': 'Enter the email of your account. You get a link with which you choose a new password.',
} as const;

/** A page of `account` that tells which release it is of. */
export type TellingPage = keyof typeof TEXTS;

/** One of the two releases. */
export type Which = 'first' | 'second';

/** What makes the second release of `account` out of the first. */
export const SECOND_ACCOUNT: Change = (content, file) =>
  Object.values(TEXTS).reduce((made, text) => exchange(text, text + MARK)(made, file), content);

/** Which release the chunk of the page is of that stands before the visitor. */
export async function shownRelease(page: Page, path: TellingPage): Promise<Which> {
  const text = page.getByRole('main').getByText(TEXTS[path]);
  await expect(text).toBeVisible();
  return (await text.innerText()).includes(MARK) ? 'second' : 'first';
}
