import * as v from 'valibot';
import type { Check, Finding } from './check.ts';
import { addStyleSheets, readStyles, removeStyleSheets } from '../in-page/inspect.ts';
import { inParallel, placeOf } from '../site/observations.ts';

const stylesSchema = v.record(v.string(), v.array(v.string()));

/** Maximum number of findings about styles for each page. */
const MAX_STYLE_FINDINGS = 5;

/** Containers and chunk lists of releases, which have the release in their names. */
const RELEASE_GLOBAL = /^global (?:webpackChunk)?atrium_\w+_[a-z2-7]+$/;

/** Files that the shell and the releases load. */
const RELEASE_FILE = /^in the head <(?:link|script) .*(?:href|src)="(?:https?:\/\/[^/"]+)?\/releases\//;

/** Storage of the sign-in and the shell. */
const SITE_STORAGE = /^(?:local|session)Storage (?:sb-|atrium-|user$)/;

/** A page that was left has cleaned up. */
export const leftoversCheck: Check = {
  name: 'leftovers',
  expectation: 'A page or an extension that the user has left keeps no listener, timer, interval, observer or realtime channel.',
  fix: 'Return a cleanup function from each effect that starts something.',
  run: (_site, { walks, extensions }) =>
    Promise.resolve([...walks, ...extensions.visits].flatMap(({ view, leftovers }) => [...new Set(leftovers)].map((left) => ({ where: placeOf(view), problem: `It leaves ${left}.` })))),
};

/** The module shares no names with others. */
export const globalsCheck: Check = {
  name: 'globals',
  expectation: 'The module adds nothing to the tab that could affect others: no global, no storage key without its name, nothing in the head or the body.',
  fix: "Keep state in modules, or under a symbol with your module's name, such as Symbol.for('orders drafts'). Start storage keys with the module's name. Remove what you add to the document.",
  run: (site, { walks, extensions }) => {
    // The shell may start or preload another module at any time.
    const names = [site.manifest, ...site.others].flatMap(({ name }) => [name, name.replaceAll('-', '_')]).join('|');
    const key = new RegExp(`^(?:local|session)Storage (?:${names})(?:[-_.:/]|$)`);
    const symbol = new RegExp(`^global \\[Symbol\\(.*\\b(?:${names})\\b.*\\)\\]$`);
    const allowed = [RELEASE_GLOBAL, RELEASE_FILE, SITE_STORAGE, key, symbol];
    const findings = [...walks, ...extensions.visits].flatMap(({ view, traces }) =>
      traces.filter((trace) => !allowed.some((pattern) => pattern.test(trace))).map((trace) => ({ where: placeOf(view), problem: `The module has added: ${trace}.` })),
    );
    return Promise.resolve(findings);
  },
};

/** The module's styles affect only the module. */
export const stylesCheck: Check = {
  name: 'styles',
  expectation: "The module's style sheets change nothing in the header and in the pages of others.",
  fix: 'Build with the webpack preset of page-kit, which confines style sheets to the module.',
  run: async (site, { extensions }) => {
    const sheets = [...site.files.keys()].filter((file) => file.endsWith('.css')).map((file) => site.base + file);
    if (sheets.length === 0) return [];
    const paths = new Set(['/', ...site.others.flatMap((other) => other.path ?? []), ...extensions.visits.map(({ view }) => view.path)]);
    const found = await inParallel([...paths], (path) =>
      site.inTab('signed in', async (tab): Promise<Finding[]> => {
        // Otherwise the style sheets may be loaded before the first reading.
        await tab.page.route(({ pathname }) => pathname.startsWith(site.base), (route) => route.abort());
        await tab.load(path);
        const before = await tab.evaluate(stylesSchema, readStyles, undefined);
        await tab.page.unrouteAll();
        await tab.evaluate(v.unknown(), addStyleSheets, sheets);
        const after = await tab.evaluate(stylesSchema, readStyles, undefined);
        if (changesOf(before, after).length === 0) return [];
        // The page may have changed by itself between the readings. Only what changes back without the sheets is caused by them.
        await tab.evaluate(v.unknown(), removeStyleSheets, undefined);
        const without = await tab.evaluate(stylesSchema, readStyles, undefined);
        return changesOf(without, after).slice(0, MAX_STYLE_FINDINGS).map((problem) => ({ where: path, problem }));
      }, 'all'),
    );
    return found.flat();
  },
};

function changesOf(before: v.InferOutput<typeof stylesSchema>, after: v.InferOutput<typeof stylesSchema>): string[] {
  return Object.entries(after).flatMap(([element, styles]) => {
    const known = new Set(before[element] ?? styles);
    const changed = styles.filter((property) => !known.has(property));
    return changed.length === 0 ? [] : [`The styles of ${element.replace(/^\d+ /, '')} change: ${changed.slice(0, 3).join('; ')}.`];
  });
}
