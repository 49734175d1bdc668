import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const resultSchema = v.object({
  violations: v.array(v.object({ help: v.string(), helpUrl: v.string(), nodes: v.array(v.object({ html: v.string() })) })),
});

/** Longest piece of a page that is shown with a finding, in characters. */
const LONGEST = 160;

/**
 * What keeps the focus in an open popup of the primitives: hidden and focusable on purpose, it hands the focus on at once.
 * axe takes it for a control that nobody hears of.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** What axe finds against WCAG 2.2 A and AA on a page, by colour scheme. */
export async function accessibilityProblems(page: Page): Promise<Record<string, string[]>> {
  // Evaluated by the developer tools, to which the page's policy does not apply.
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found: Record<string, string[]> = {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const result: unknown = await page.evaluate(`axe.run({ exclude: '${FOCUS_GUARDS}' }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`);
    found[colorScheme] = v
      .parse(resultSchema, result)
      .violations.flatMap(({ help, helpUrl, nodes }) => nodes.map(({ html }) => `${help}: ${html.slice(0, LONGEST)} (${helpUrl.replace(/\?.*$/, '')})`));
  }
  return found;
}
