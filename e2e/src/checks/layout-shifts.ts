import type { Page } from '@playwright/test';
import * as v from 'valibot';

const shiftsSchema = v.array(v.object({ value: v.number(), after: v.boolean(), moved: v.array(v.string()) }));

/** A jump of what is on screen, as the browser counts it (https://wicg.github.io/layout-instability/). */
export type LayoutShift = v.InferOutput<typeof shiftsSchema>[number];

/**
 * Notes every jump in a page's documents from their first paint on. Also those within half a second of a press, which
 * do not count as shifts where they are its effect: a page that comes after a press ought not to jump when it is there.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : 'something that is gone';
    };
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${String(width)}×${String(height)} at ${String(x)}, ${String(y)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] })[]) {
        shifts.push({ value: entry.value, after: entry.hadRecentInput, moved: entry.sources.map(({ node, previousRect, currentRect }) => `${describe(node)} ${place(previousRect)} → ${place(currentRect)}`) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Waits two frames: what was to be drawn is, and its jumps are counted and handed over. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The jumps so far. */
export async function shiftsOf(page: Page): Promise<readonly LayoutShift[]> {
  await painted(page);
  return v.parse(shiftsSchema, await page.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown));
}
