import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '@atrium/page-kit/chromium';

/** Lends a browser. @throws {ChromiumNotFoundError} */
export async function withBrowser<Value>(task: (browser: Browser) => Promise<Value>): Promise<Value> {
  const { executablePath, args } = findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    return await task(browser);
  } finally {
    await browser.close();
  }
}
