import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import * as v from 'valibot';

const resultSchema = v.object({
  violations: v.array(v.object({ id: v.string(), help: v.string(), nodes: v.array(v.object({ html: v.string(), failureSummary: v.optional(v.string()) })) })),
});

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What keeps the focus in an open popup of the primitives: hidden and focusable on purpose, it hands the focus on at once.
 * axe takes it for a control that nobody hears of.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Every rule of WCAG 2.2 A and AA, or the one rule whose result depends on colours. */
export type AxeRules = 'all' | 'contrast';

const RULES: Readonly<Record<AxeRules, readonly string[]>> = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  contrast: ['color-contrast'],
};

/** What axe finds on the page as it is; one line for each finding. */
export async function accessibilityProblems(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  // Evaluated by the developer tools, to which the page's policy does not apply; once a document, as it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  const options = { runOnly: RULES[rules], resultTypes: ['violations'], ...(rules === 'all' && { rules: { 'target-size': { enabled: true } } }) };
  const result: unknown = await page.evaluate(`axe.run({ exclude: '${FOCUS_GUARDS}' }, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`);
  return v
    .parse(resultSchema, result)
    .violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}: ${html} ${failureSummary}`));
}
