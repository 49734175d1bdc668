import type { Page } from '@playwright/test';
import * as v from 'valibot';

/**
 * Writes down what live regions of a page's documents say, in order, as a screen reader would: the text of a region that
 * comes with one, and of one whose text changes. Call it before the first page is opened.
 */
export async function listenToRegions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';
    const said: string[] = [];
    const last = new Map<Element, string>();
    Reflect.set(globalThis, 'said', said);
    const hear = (region: Element) => {
      const text = region.textContent.replaceAll(/\s+/g, ' ').trim();
      if (text === last.get(region)) return;
      last.set(region, text);
      if (text !== '') said.push(text);
    };
    new MutationObserver((changes) => {
      const heard = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS);
        if (around) heard.add(around);
        // A region that comes with its text: of these only alerts are read out everywhere, and status texts by most.
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(REGIONS)) heard.add(region);
        }
      }
      for (const region of heard) hear(region);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What was said since the document was there. */
export async function announced(page: Page): Promise<readonly string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(() => Reflect.get(globalThis, 'said') as unknown));
}
