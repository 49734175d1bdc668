import type { Page } from '@playwright/test';
import type { Screen } from '../screens/screen.ts';

/** Takes a picture in which nothing moves or blinks, of the window or of all of the page. */
export async function takePicture(page: Page, { covered }: Pick<Screen, 'covered'>, place: { readonly path: string; readonly fullPage: boolean }): Promise<void> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  await page.screenshot({ ...place, animations: 'disabled', caret: 'hide', mask: [...(covered?.(page) ?? [])], maskColor: '#8a8a8a' });
}
