import type { Page } from '@playwright/test';
import * as v from 'valibot';

const shiftsSchema = v.array(v.object({ value: v.number(), after: v.boolean(), moved: v.array(v.string()) }));

/** A layout shift as the browser reports it (https://wicg.github.io/layout-instability/). `after` means within half a second of an input. */
type LayoutShift = v.InferOutput<typeof shiftsSchema>[number];

/**
 * Records all layout shifts in a page's documents from the first paint on. It includes those within half a second of an
 * input, which browsers do not count, because the next page must not shift after it has appeared.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : 'a removed element';
    };
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${String(width)}×${String(height)} at ${String(x)}, ${String(y)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] })[]) {
        shifts.push({ value: entry.value, after: entry.hadRecentInput, moved: entry.sources.map(({ node, previousRect, currentRect }) => `${describe(node)} ${place(previousRect)} → ${place(currentRect)}`) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Waits two frames: everything is then painted, and the observer has its layout shifts. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The element around a page while it contains one line: "Checking your sign-in …". */
const WAITING_LINE = /^div\. \d+×21 at /;

/** The layout shifts up to now. */
export async function shiftsOf(page: Page): Promise<readonly LayoutShift[]> {
  await painted(page);
  const shifts = v.parse(shiftsSchema, await page.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown));
  // A page with a bar begins higher than the line that it replaces. Nothing that is painted moves, only the element around both.
  return shifts.filter(({ moved }) => !moved.every((element) => WAITING_LINE.test(element)));
}
