import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { picturesTaken } from '../../tools/screens/pictures.ts';
import { test } from '../src/fixtures/site-test.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { stopClock, takePicture } from '../src/screens/pictures.ts';
import { ScreenPage } from '../src/screens/screen-page.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';

const { folder } = picturesTaken();

const THEMES = ['light', 'dark'] as const;

/** The windows of a phone and of a computer, and the widths of their pictures in pixels (shell/src/home/start.tsx). */
const WINDOWS = [
  { width: 390, height: 520, pixels: 780 },
  { width: 1120, height: 640, pixels: 1680 },
];

const QUALITY = 0.8;

for (const language of LANGUAGES) {
  test(`the pictures of the start page in ${language}`, async ({ browser, site, accounts }) => {
    test.setTimeout(240_000);
    await mkdir(folder, { recursive: true });
    const screen = Object.values(SCREENS).flat().find(({ name }) => name === 'board');
    if (!screen) throw new Error('No screen is called board: see e2e/src/screens.');
    const screenPage = new ScreenPage({ browser, site, accounts, language, deviceScaleFactor: 2, prepare: stopClock });
    const encoder = await browser.newPage();
    await screenPage.show(screen, async ({ page }) => {
      for (const { pixels, ...size } of WINDOWS) {
        for (const theme of THEMES) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const file = path.join(folder, `board.${language}.${theme}.${String(size.width)}.webp`);
          await writeFile(file, await encodeWebp(encoder, await takePicture(page), pixels));
        }
      }
    });
    await encoder.close();
    await screenPage.close();
  });
}

/** Encodes a PNG as WebP of a given width, with the browser's own encoder. */
async function encodeWebp(encoder: Page, png: Buffer, width: number): Promise<Buffer> {
  const address = await encoder.evaluate(
    async ({ source, targetWidth, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = targetWidth;
      canvas.height = Math.round((image.naturalHeight * targetWidth) / image.naturalWidth);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('The browser has no canvas.');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, targetWidth: width, quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
