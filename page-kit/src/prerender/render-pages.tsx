import { fileURLToPath } from 'node:url';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as router from 'react-router-dom';
import { directionOf } from '@atrium/releases/model';
import { fileEntry } from '@atrium/releases/sealing';
import * as v from 'valibot';
import { addTranslations } from '../messages/messages.ts';
import { containerOf, sharedPackages, startFederation } from '../smoke-test/federation-host.ts';
import { messageOf, ProblemList } from '../smoke-test/problem-list.ts';
import { ORIGIN, SmokeTestTab } from '../smoke-test/tab.ts';
import { uiArabic } from '../ui/ui-messages.ar.ts';
import { uiGerman } from '../ui/ui-messages.de.ts';
import type { PrerenderJob } from '../webpack/prerender-job.ts';
import { SIGNED_OUT_VISITOR } from './signed-out-visitor.ts';

/** Folder of page-kit. */
const OWN_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** The texts of the shared components, which the shell brings. */
const UI_TEXTS: Readonly<Record<string, typeof uiGerman>> = { de: uiGerman, ar: uiArabic };

/** The build cannot be prerendered. The message says what to change. */
class PrerenderError extends Error {
  override readonly name = 'PrerenderError';
}

const loaderSchema = v.function();
const moduleSchema = v.object({
  default: v.object({ routes: v.record(v.string(), loaderSchema), languages: v.optional(v.record(v.string(), loaderSchema), {}) }),
});
const pageSchema = v.object({ default: v.custom<ComponentType>((value) => typeof value === 'function' || (typeof value === 'object' && value !== null)) });

/** Renders pages in one language as they first appear to a visitor without a session. @returns their HTML, by route key */
export async function renderPages({ name, release, global, entry, shared, routes, language, files, folder }: PrerenderJob): Promise<Record<string, string>> {
  const problems = new ProblemList();
  const sums = Object.fromEntries([...files].map(([path, content]) => [path, fileEntry(Buffer.from(content))]));
  const tab = new SmokeTestTab({ name, release, files: sums }, files, problems);
  const { document } = tab.window;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  // The shared components run in this process, and read the language of the document.
  Object.assign(globalThis, { window: tab.window, document });
  const uiTexts = UI_TEXTS[language];
  if (uiTexts) addTranslations({ ui: uiTexts });
  const packages = new Map(sharedPackages(shared, folder));
  // The shared components, the router and the renderer use page-kit's React: a second copy would have no state.
  const ofReact = shared.filter((shares) => /^react(?:-dom)?(?:\/|$)/.test(shares));
  for (const [key, own] of sharedPackages(ofReact, OWN_FOLDER)) packages.set(key, own);
  const found = packages.get('react-router-dom');
  // The same copy as the one of the shared components: each copy has its own context.
  if (found) packages.set('react-router-dom', { version: found.version, load: () => Promise.resolve(router) });
  const load = startFederation(tab, { global, entry }, packages, SIGNED_OUT_VISITOR);
  await tab.runScript(entry);
  containerOf(tab, global);
  const { routes: loaders, languages } = v.parse(moduleSchema, await load('./module')).default;
  await languages[language]?.();
  const pages: Record<string, string> = {};
  for (const [route, path] of Object.entries(routes)) {
    const { default: Page } = v.parse(pageSchema, await loaders[route]?.());
    try {
      pages[route] = harmless(document, renderToStaticMarkup(<router.StaticRouter location={path}><Page /></router.StaticRouter>));
    } catch (cause) {
      throw new PrerenderError(`The route ${route} cannot be prerendered: ${messageOf(cause)}`, { cause });
    }
  }
  const { passed, problems: sentences } = problems.outcome;
  if (!passed) throw new PrerenderError(sentences.join('; '));
  return pages;
}

/**
 * Removes what belongs into the head, and makes forms harmless: before the page's code arrives, a form with the method `dialog`
 * sends nothing and leads nowhere. With any other method, the browser would send the typed password.
 */
function harmless(document: Document, html: string): string {
  const template = document.createElement('template');
  // The URLs of the release's own files.
  template.innerHTML = html.replaceAll(`${ORIGIN}/`, '/');
  for (const element of template.content.querySelectorAll('title, meta, link')) element.remove();
  for (const form of template.content.querySelectorAll('form')) form.setAttribute('method', 'dialog');
  return template.innerHTML;
}
