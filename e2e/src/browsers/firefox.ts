import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { WINDOW, type BrowserDriver, type ElementKind, type PageElement } from './driver.ts';
import { findFirefox } from './find-program.ts';

/** A field is found by its label alone: ARIA has no role for a password field. */
const ROLES: Readonly<Record<ElementKind, string>> = { button: '[role="button"]', link: '[role="link"]', menuitem: '[role="menuitem"]', heading: '[role="heading"]', field: '' };

/** Starts the installed Firefox with a temporary profile and controls it over WebDriver BiDi. */
export async function startFirefox(): Promise<BrowserDriver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    defaultViewport: null,
  });
  const [tab] = await browser.pages();
  const page = tab ?? (await browser.newPage());

  return {
    open: async (url) => void (await page.goto(url)),
    async find(kind, name) {
      const named = await page.$$(`aria/${name}${ROLES[kind]}`);
      const isWanted = await Promise.all(
        named.map(async (element) => (await element.isVisible()) && (kind !== 'field' || (await element.evaluate((node) => node.matches('input, textarea'))))),
      );
      return named.filter((_, index) => isWanted[index]).map(elementOf);
    },
    evaluate: (expression) => page.evaluate(expression),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

function elementOf(element: ElementHandle): PageElement {
  return {
    click: () => element.click(),
    async type(text) {
      await element.click({ count: 3 });
      await element.press('Backspace');
      await element.type(text);
    },
  };
}
