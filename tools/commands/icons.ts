// Draws the PNG versions of the site's icon from icon.svg, and the picture for links to the site. Run it after a change of icon.svg,
// and after `npm run screens -- --start`, whose picture of the product is in the picture for links.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '@atrium/page-kit/chromium';
import { chromium } from 'playwright-core';
import { ROOT } from '../repository/repository.ts';

const folder = path.join(ROOT, 'credentials-server/src/routes/icons');
const drawing = await dataUrl(path.join(folder, 'icon.svg'), 'image/svg+xml');
const product = await dataUrl(path.join(ROOT, 'shell/src/home/pictures/board.en.light.1120.webp'), 'image/webp');
const typeFace = await dataUrl(path.join(ROOT, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'), 'font/woff2');
const BRAND = '#0b6b5b';

/** The pictures, with their size in pixels and the page that is drawn. */
const PICTURES = [
  { name: 'icon-192.png', width: 192, height: 192, page: `<img src="${drawing}" width="192">` },
  { name: 'icon-512.png', width: 512, height: 512, page: `<img src="${drawing}" width="512">` },
  // Launchers crop it to a circle (https://www.w3.org/TR/appmanifest/#icon-masks), and iOS rounds its corners.
  { name: 'icon-maskable.png', width: 512, height: 512, page: `<body style="background:${BRAND}"><img src="${drawing}" width="410" style="margin:51px">` },
  { name: 'apple-touch-icon.png', width: 180, height: 180, page: `<body style="background:${BRAND}"><img src="${drawing}" width="180">` },
  {
    name: 'social.png',
    width: 1200,
    height: 630,
    // Chats show it small, so its text is large. The product is cut off where its details are no longer legible.
    page: `<style>@font-face{font-family:Inter;font-weight:100 900;src:url(${typeFace})}</style>
      <body style="position:relative;height:630px;overflow:hidden;background:#fbfcfb;color:#16201c;font-family:Inter">
      <div style="position:absolute;inset:0 auto 0 72px;display:grid;align-content:center;gap:28px;width:420px">
        <div style="display:flex;align-items:center;gap:16px;font-size:32px;font-weight:600;letter-spacing:-0.01em"><img src="${drawing}" width="56">Atrium</div>
        <b style="font-size:60px;line-height:1.08;font-weight:600;letter-spacing:-0.03em">Shared boards for notes that matter</b>
      </div>
      <img src="${product}" width="1120" style="position:absolute;left:540px;top:84px;border:1px solid #d8dedb;border-radius:14px;box-shadow:0 24px 64px rgb(16 32 28 / 0.14)">`,
  },
];

const { executablePath, args } = findChromium();
const browser = await chromium.launch({ executablePath, args: [...args] });
for (const { name, width, height, page: content } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}img{display:block}</style>${content}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await writeFile(path.join(folder, name), await page.screenshot({ omitBackground: true }));
}
await browser.close();

async function dataUrl(file: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(file)).toString('base64')}`;
}
