import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

/** Maximum length of the HTML in a finding of axe, in characters. */
const MAX_HTML_LENGTH = 160;

/**
 * Elements of an open popup that are hidden and focusable on purpose: they pass the focus on immediately. axe reports them as
 * controls without a name.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** WCAG 2.2 A and AA. In dark, only what depends on colours, because the rest is the same. */
const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

const axeSchema = v.object({
  violations: v.array(v.object({ help: v.string(), helpUrl: v.string(), nodes: v.array(v.object({ html: v.string() })) })),
});

/** What axe finds in a part of the page, each with the colour scheme in which it was found. */
export async function accessibilityProblems(page: Page, part: string): Promise<readonly (readonly [scheme: string, problem: string])[]> {
  // The developer tools evaluate it, so the page's policy does not apply.
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found: [string, string][] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const result: unknown = await page.evaluate(`axe.run({ include: '${part}', exclude: '${FOCUS_GUARDS}' }, { runOnly: ${JSON.stringify(RULES[colorScheme])} })`);
    for (const { help, helpUrl, nodes } of v.parse(axeSchema, result).violations) {
      found.push(...nodes.map(({ html }): [string, string] => [colorScheme, `${help}: ${html.slice(0, MAX_HTML_LENGTH)} (${helpUrl.replace(/\?.*$/, '')})`]));
    }
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
