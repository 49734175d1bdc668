import * as v from 'valibot';
import type { Check, Finding } from '../check.ts';
import { addStyleSheets, lookAtStyles, removeStyleSheets } from '../in-page/look-at-styles.ts';
import { sideBySide } from '../side-by-side.ts';

const looksSchema = v.record(v.string(), v.array(v.string()));

/** Differences that are shown for each page. */
const MOST_SHOWN = 5;

export const stylesCheck: Check = {
  name: 'styles',
  expectation: "The module's style sheets change nothing in the header and in the pages of others.",
  mend: 'Build with the webpack preset of page-kit, which confines style sheets to the module.',
  run: async (tried) => {
    const sheets = [...tried.files.keys()].filter((file) => file.endsWith('.css')).map((file) => tried.base + file);
    if (sheets.length === 0) return [];
    const paths = ['/', ...tried.others.flatMap((other) => other.path ?? [])];
    const found = await sideBySide(paths, (path) =>
      tried.inTab('signed in', async (tab): Promise<Finding[]> => {
        // Else they may be there before the first look.
        await tab.page.route(({ pathname }) => pathname.startsWith(tried.base), (route) => route.abort());
        await tab.load(path);
        const before = await tab.ask(looksSchema, lookAtStyles, undefined);
        await tab.page.unrouteAll();
        await tab.ask(v.unknown(), addStyleSheets, sheets);
        const after = await tab.ask(looksSchema, lookAtStyles, undefined);
        if (changesOf(before, after).length === 0) return [];
        // A page may change by itself between two looks: what stays without the sheets is not theirs.
        await tab.ask(v.unknown(), removeStyleSheets, undefined);
        const without = await tab.ask(looksSchema, lookAtStyles, undefined);
        return changesOf(without, after).slice(0, MOST_SHOWN).map((problem) => ({ where: path, problem }));
      }),
    );
    return found.flat();
  },
};

function changesOf(before: v.InferOutput<typeof looksSchema>, after: v.InferOutput<typeof looksSchema>): string[] {
  return Object.entries(after).flatMap(([element, look]) => {
    const known = new Set(before[element] ?? look);
    const changed = look.filter((property) => !known.has(property));
    return changed.length === 0 ? [] : [`${element.replace(/^\d+ /, '')} looks otherwise: ${changed.slice(0, 3).join('; ')}.`];
  });
}
