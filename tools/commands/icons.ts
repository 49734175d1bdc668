// Draws the PNG versions of the site's icon from icon.svg. Run it after a change of icon.svg.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '@atrium/page-kit/chromium';
import { chromium } from 'playwright-core';
import { ROOT } from '../repository/repository.ts';

const folder = path.join(ROOT, 'credentials-server/src/routes/icons');
const icon = await readFile(path.join(folder, 'icon.svg'), 'utf8');
const drawing = `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`;
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
    page: `<body style="background:#f3f5f3;color:#17211d;font-family:system-ui,sans-serif"><div style="display:grid;height:630px;align-content:center;padding:0 96px;gap:24px">
      <img src="${drawing}" width="112"><b style="font-size:88px;letter-spacing:-0.03em">Atrium</b><span style="font-size:40px;color:#51605a">Shared boards for notes that matter</span></div>`,
  },
];

const { executablePath, args } = findChromium();
const browser = await chromium.launch({ executablePath, args: [...args] });
for (const { name, width, height, page: content } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}img{display:block}</style>${content}`);
  await writeFile(path.join(folder, name), await page.screenshot({ omitBackground: true }));
}
await browser.close();
