import { MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import { JSDOM } from 'jsdom';
import * as v from 'valibot';
import type { Check, Finding } from './check.ts';
import { FIRST_RENDER, recordFirstRender } from '../in-page/record-first-render.ts';
import { inParallel } from '../site/observations.ts';
import type { SiteUnderTest } from '../site/site-under-test.ts';

/** Maximum length of an element or a text in a finding, in characters. */
const MAX_LINE_LENGTH = 160;

/** The cookie with the language that a visitor chose (credentials-server/src/routes/document/appearance.ts). */
const LANGUAGE_COOKIE = 'atrium-language';

/** The ids of React's `useId`, which differ between the browser and the build. */
const REACT_ID = /_[rR]_[0-9a-zA-Z]+_|«[rR][0-9a-zA-Z]+»|:[rR][0-9a-zA-Z]+:/g;

/** React sets these as properties in the browser, and the build sets the method: it keeps typed text out of URLs. */
const UNCOMPARED_ATTRIBUTES: ReadonlySet<string> = new Set(['selected', 'form method']);

const renderSchema = v.object({ language: v.string(), html: v.nullable(v.string()) });

/** The prerendered pages are what visitors without a session first see. */
export const prerenderedCheck: Check = {
  name: 'prerendered',
  expectation: 'Each prerendered page is the same as the first render of the page in the browser, in every language.',
  fix: 'Show the same to every visitor without a session when the page first renders. Read the time, storage, the size of the window and the URL’s query in an effect, then build again.',
  run: async (site) => {
    const pages = Object.entries(site.manifest.prerendered ?? {}).flatMap(([route, files]) => Object.entries(files).map(([language, file]) => ({ route, language, file })));
    return (await inParallel(pages, (page) => comparePage(site, page))).flat();
  },
};

async function comparePage(site: SiteUnderTest, { route, language, file }: { readonly route: string; readonly language: string; readonly file: string }): Promise<Finding[]> {
  const path = site.pathOf(route);
  const rendered = await site.inTab('signed out', async (tab) => {
    await tab.page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }]);
    await tab.beforeScripts(recordFirstRender, { container: `[${MODULE_ATTRIBUTE}="${site.manifest.name}"]`, symbol: FIRST_RENDER });
    await tab.load(path);
    return tab.evaluate(renderSchema, readFirstRender, FIRST_RENDER);
  });
  // The site does not have this language.
  if (rendered.language !== language) return [];
  const problem = rendered.html === null
    ? 'The page is prerendered, but shows nothing to a visitor without a session. Remove it from `prerender`.'
    // The browser's URLs of files are absolute.
    : differenceOf(site.files.get(file)?.toString('utf8') ?? '', rendered.html.replaceAll(`"${site.url}/`, '"/'));
  return problem === null ? [] : [{ where: `${path}, signed out, in the language ${language}`, problem }];
}

/** Runs in the page. */
function readFirstRender(symbol: string): unknown {
  const html: unknown = Reflect.get(window, Symbol.for(symbol));
  return { language: document.documentElement.lang, html: html ?? null };
}

/** The first difference between two pages; null if there is none. */
function differenceOf(prerendered: string, rendered: string): string | null {
  const [before, after] = [linesOf(prerendered), linesOf(rendered)];
  const index = before.findIndex((line, at) => line !== after[at]);
  const first = index === -1 && after.length > before.length ? before.length : index;
  return first === -1 ? null : `The build has ${quoted(before[first])} where the browser renders ${quoted(after[first])}.`;
}

function quoted(line: string | undefined): string {
  return line === undefined ? 'nothing' : line.slice(0, MAX_LINE_LENGTH);
}

/** The elements and texts of a page in a form that can be compared, each on its own line. */
function linesOf(html: string): string[] {
  const ids: string[] = [];
  const numbered = html.replace(REACT_ID, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `id-${ids.indexOf(id)}`;
  });
  return [...JSDOM.fragment(numbered).childNodes].flatMap(linesOfNode);
}

function linesOfNode(node: Node): string[] {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ? [`the text “${node.textContent}”`] : [];
  if (!isElement(node) || node.matches('title, meta, link')) return [];
  const attributes = [...node.attributes]
    .filter(({ name }) => !UNCOMPARED_ATTRIBUTES.has(name) && !UNCOMPARED_ATTRIBUTES.has(`${node.localName} ${name}`))
    .map(({ name, value }) => ` ${name}="${name === 'class' ? value.trim().replace(/\s+/g, ' ') : value}"`);
  return [`<${node.localName}${attributes.sort().join('')}>`, ...[...node.childNodes].flatMap(linesOfNode), `</${node.localName}>`];
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
