import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import * as v from 'valibot';

const resultSchema = v.object({
  coversControls: v.boolean(),
  violations: v.array(v.object({ id: v.string(), help: v.string(), nodes: v.array(v.object({ html: v.string(), failureSummary: v.optional(v.string()) })) })),
});

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Elements that keep the focus in an open popup of the primitives. They are hidden and focusable on purpose and pass the
 * focus on, but axe reports them as controls without a name.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** What opens in front of a page. */
const POPUPS = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox], dialog[open]';

/** Buttons in front of a list, which ends below them, and toasts, which close. */
const FLOATING = '[data-floating], .shell-news-item';

/** All rules of WCAG 2.2 A and AA, or the one rule that depends on colours. */
export type AxeRules = 'all' | 'contrast';

const RULES: Readonly<Record<AxeRules, readonly string[]>> = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  contrast: ['color-contrast'],
};

/** The findings of axe on a page in its present state, one line each. */
export async function accessibilityProblems(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  // Axe would fetch all style sheets first, but no rule of these needs them.
  const options = { runOnly: RULES[rules], preload: false, resultTypes: ['violations'], ...(rules === 'all' && { rules: { 'target-size': { enabled: true } } }) };
  // The colours of the page behind a popup were checked without it. They take most of the time.
  const run = `(() => {
    const popups = [...document.querySelectorAll('${POPUPS}')];
    const include = ${String(rules === 'contrast')} && popups.length > 0 ? popups : document;
    return globalThis.axe?.run({ include, exclude: '${FOCUS_GUARDS}' }, ${JSON.stringify(options)}).then(({ violations }) => ({ violations, coversControls: popups.length > 0 || document.querySelector('${FLOATING}') !== null }));
  })()`;
  let result: unknown = await page.evaluate(run);
  if (result === undefined) {
    // The page's policy does not apply to the developer tools, which evaluate this. Once per document, because axe is half a megabyte.
    await page.evaluate(await source);
    result = await page.evaluate(run);
  }
  const { violations, coversControls } = v.parse(resultSchema, result);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      // An open popup, a floating button or a toast covers parts of controls, which are reachable again once it closes or the user scrolls.
      .filter(({ failureSummary = '' }) => !(coversControls && id === 'target-size' && failureSummary.includes('partially obscured')))
      .map(({ html, failureSummary = '' }) => `${id}: ${help}: ${html} ${failureSummary}`),
  );
}
