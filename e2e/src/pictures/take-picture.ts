import type { Page } from '@playwright/test';
import { painted } from '../checks/layout-shifts.ts';
import type { Screen } from '../screens/screen.ts';

/** Higher than every screen that pictures are taken of, in CSS pixels. */
const HIGH_ENOUGH = 6000;

/** Takes a picture of the window, in which nothing moves or blinks. */
export async function takePicture(page: Page, place: { readonly path: string; readonly fullPage?: boolean }, { covered }: Pick<Screen, 'covered'> = {}): Promise<void> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  await page.screenshot({ ...place, animations: 'disabled', caret: 'hide', mask: [...(covered?.(page) ?? [])], maskColor: '#8a8a8a' });
}

/** Takes a picture of all of a page; of the window where a dialog is open, because that is for the window only. */
export async function takeWholePicture(page: Page, path: string, screen: Screen): Promise<void> {
  // What is covered would move what follows it if it took another number of lines.
  for (const covered of screen.covered?.(page) ?? []) {
    await covered.evaluateAll((elements) => {
      for (const element of elements) if (element instanceof HTMLElement) Object.assign(element.style, { whiteSpace: 'nowrap', overflow: 'hidden' });
    });
  }
  const fullPage = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0;
  if (fullPage) {
    await drawAll(page);
    await settleFooter(page);
  }
  await takePicture(page, { path, fullPage }, screen);
}

/** Lets a page draw what comes into sight further down, and so know how high that is. */
async function drawAll(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, height: HIGH_ENOUGH });
  await painted(page);
  await painted(page);
  await page.setViewportSize(size);
  await painted(page);
  await painted(page);
}

/** Lets the footer stand where the page ends: it sticks by the height of the window, which is another one while all of a page is drawn. */
async function settleFooter(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('.shell-footer')?.style.setProperty('position', 'static'));
  await painted(page);
}
