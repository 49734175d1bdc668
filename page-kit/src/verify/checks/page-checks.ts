import { EXTENSION_ATTRIBUTE } from '@atrium/releases/wire';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import * as v from 'valibot';
import type { Check, Finding, Observations } from './check.ts';
import { accessibilityProblems } from '../site/accessibility.ts';
import { extensionId } from '../site/extension-visits.ts';
import { inParallel, placeOf, type ExtensionSight, type View, type Visit, type Walk } from '../site/observations.ts';
import type { SiteUnderTest } from '../site/site-under-test.ts';
import type { Screen, Tab } from '../site/tab.ts';

/** Every route settles for every visitor. */
export const routesCheck: Check = {
  name: 'routes',
  expectation: 'Every route settles for every visitor, or redirects: with exactly one h1 and without a console error.',
  fix: 'Give each page exactly one heading with `PageHeading`. Handle missing data: a visitor without a session, an id without a row.',
  run: (site, { visits, views, walks }) =>
    Promise.resolve([...visits.flatMap(problemsOfVisit), ...walks.flatMap(errorsOfWalk), ...unseenRoutes(site, visits, views), ...unsupportedRequests(site)]),
};

function problemsOfVisit(visit: Visit): Finding[] {
  const { screen, errors } = visit;
  const where = placeOf(visit);
  const problems = errors.map((error) => `Console error: ${error}`);
  if (!screen.hasHeader) problems.push('The header of the site is gone.');
  if (screen.headings.length !== 1) {
    const count = screen.headings.length === 0 ? 'no h1' : `${screen.headings.length} h1 headings (${screen.headings.join(', ')})`;
    problems.push(`The page has ${count}${screen.settled ? '' : ' after 10 seconds'}.`);
  } else if (!screen.settled) problems.push('The page has not settled after 10 seconds: it keeps loading, or its skeleton stays.');
  return [...new Set(problems)].map((problem) => ({ where, problem }));
}

function errorsOfWalk({ view, errors }: Walk): Finding[] {
  return [...new Set(errors)].map((error) => ({ where: placeOf(view), problem: `Console error when the page is left and visited again: ${error}` }));
}

/** Routes that no visitor sees were not checked, unless they redirect to other pages of the module. */
function unseenRoutes({ manifest }: SiteUnderTest, visits: Observations['visits'], views: Observations['views']): Finding[] {
  const { routes } = manifest.moduleManifest;
  return Object.keys(routes).flatMap((route) => {
    const visitsOfRoute = visits.filter((visit) => visit.route === route);
    const [first] = visitsOfRoute;
    const staysInModule = visitsOfRoute.some(({ screen }) => Object.values(routes).some((pattern) => matchRoutePattern(pattern, screen.path) !== null));
    if (!first || staysInModule || views.some((view) => view.route === route)) return [];
    const targets = [...new Set(visitsOfRoute.map(({ screen }) => screen.path))].join(', ');
    return [{ where: first.path, problem: `The page was not checked, because it redirects every visitor to ${targets}. Add the data that it needs to package.json, under atrium.verify.` }];
  });
}

function unsupportedRequests({ backend }: SiteUnderTest): Finding[] {
  return [...new Set(backend.notFaked)].map((problem) => ({ where: 'the fake backend', problem }));
}

/** Screen readers notice every navigation. */
export const navigationCheck: Check = {
  name: 'navigation',
  expectation: 'A navigation sets the title, moves the focus to the heading or to the only field of the page, and is announced.',
  fix: 'Start each page with `PageHeading` of @atrium/page-kit/ui as soon as its title is known: it does all three. Do not move the focus elsewhere when a page appears, except to its only field.',
  run: (_site, { walks }) => Promise.resolve(walks.flatMap(problemsOfArrival)),
};

function problemsOfArrival({ view, arrival: { title, headings, focusArrived, announced } }: Walk): Finding[] {
  const where = placeOf(view);
  const [heading = ''] = headings;
  const problems: string[] = [];
  if (heading === '' || !title.includes(heading)) problems.push(`The title "${title}" does not contain the heading "${heading}".`);
  if (!focusArrived) problems.push('Neither the heading nor the only field of the page gets the focus.');
  if (heading === '' || !announced.includes(heading)) problems.push('The heading is not announced to screen readers.');
  return problems.map((problem) => ({ where, problem }));
}

/** axe finds no violation. */
export const accessibilityCheck: Check = {
  name: 'accessibility',
  expectation: 'axe finds no violation of WCAG 2.2 A and AA on any page and in any extension, and the contrast is right in dark, too.',
  fix: 'Open the URL in each finding: it explains the rule. The colours of `tokens.css` have enough contrast in both schemes.',
  run: async (site, { visits, views, extensions }) => {
    const found = await inParallel([...views, ...shownExtensions(extensions)], async (view) => {
      const observed = visits.find((visit) => visit.path === view.path && visit.visitor === view.visitor)?.accessibility;
      const problems = view.extension === undefined && observed ? observed : await accessibilityOf(site, view);
      return problems.map(([scheme, problem]) => ({ where: `${placeOf(view)}, ${scheme}`, problem }));
    });
    return found.flat();
  },
};

function accessibilityOf(site: SiteUnderTest, { path, visitor, extension }: View | ExtensionSight) {
  return site.inTab(visitor, async (tab) => {
    await tab.load(path);
    if (extension === undefined) return accessibilityProblems(tab.page, 'html');
    await tab.showExtension(extensionId(site, extension));
    return accessibilityProblems(tab.page, `[${EXTENSION_ATTRIBUTE}="${extensionId(site, extension)}"]`);
  }, site.onlyExtension(extension));
}

/** The extensions that visitors saw, and not the card of a failed one. */
function shownExtensions({ visits }: Observations['extensions']): ExtensionSight[] {
  return visits.filter(({ screen }) => screen.state === 'shown').map(({ view }) => view);
}

/** Failures are shown on screen. */
export const errorsCheck: Check = {
  name: 'errors',
  expectation: 'After an error in a page or an extension, and when the backend refuses every request, the screen shows a message and the rest of the site works.',
  fix: "Let rendering errors reach the shell's error boundary, or add your own. Handle failed queries and show them in an `Alert`.",
  run: async (site, { walks, extensions }) => {
    const onPages = await inParallel(walks, async ({ view, failed, afterFailure }) =>
      errorFindings(view, 'page', problemsOfFailure(failed, afterFailure), await withoutData(site, view)),
    );
    const inExtensions = await inParallel(shownExtensions(extensions), async (view) =>
      errorFindings(view, 'extension', await afterErrorInExtension(site, view), await extensionWithoutData(site, view)),
    );
    return [...onPages, ...inExtensions].flat();
  },
};

function errorFindings(view: View | ExtensionSight, part: 'page' | 'extension', thrown: readonly string[], refused: readonly string[]): Finding[] {
  return [
    ...thrown.map((problem) => `After an error was thrown in the middle of the ${part}: ${problem}`),
    ...refused.map((problem) => `When every query and function fails: ${problem}`),
  ].map((problem) => ({ where: placeOf(view), problem }));
}

function problemsOfFailure(failed: Screen, next: Screen | null): string[] {
  const problems = problemsOfScreen(failed);
  return problems.length > 0 || next === null ? problems : problemsOfLeaving(next);
}

/** The page around the extension must work as before. */
function afterErrorInExtension(site: SiteUnderTest, { path, visitor, extension }: ExtensionSight): Promise<string[]> {
  return site.inTab(visitor, async (tab) => {
    await tab.loadEmptyPage();
    await tab.call('errors', 'breakExtensions', v.unknown());
    await tab.goTo(path);
    const screen = await tab.showExtension(extensionId(site, extension));
    const problems = problemsOfScreen(await tab.settle());
    if (problems.length > 0) return problems;
    return screen === null || screen.isBlank ? ['the extension shows nothing.'] : problemsOfLeaving(await tab.leave());
  }, site.onlyExtension(extension));
}

/** @param next what the link to the start page led to */
function problemsOfLeaving(next: Screen): string[] {
  return next.path === '/' && next.headings.length === 1 ? [] : ['the user cannot leave the page.'];
}

function withoutData(site: SiteUnderTest, { path, visitor }: View): Promise<string[]> {
  return site.inTab(visitor, async (tab) => {
    await refuseData(tab);
    const screen = await tab.load(path);
    // The retries of supabase-js are over by then.
    const loads = screen.settled || !screen.isWaiting ? [] : ['the page keeps loading, and shows no message.'];
    return [...problemsOfScreen(screen), ...loads, ...uncaughtErrors(tab)];
  });
}

/** Without its data, the page of another module may not show the slot. */
function extensionWithoutData(site: SiteUnderTest, { path, visitor, extension }: ExtensionSight): Promise<string[]> {
  return site.inTab(visitor, async (tab) => {
    await refuseData(tab);
    await tab.load(path);
    const screen = await tab.showExtension(extensionId(site, extension));
    return [...(screen?.isBlank === true ? ['the extension shows nothing.'] : []), ...uncaughtErrors(tab)];
  }, site.onlyExtension(extension));
}

async function refuseData({ page }: Tab): Promise<void> {
  await page.route(({ pathname }) => /^\/(?:rest|storage|functions)\/v1\//.test(pathname), (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'Refused by atrium verify', details: null, hint: null } }),
  );
}

function uncaughtErrors({ uncaught }: Tab): string[] {
  return uncaught.map((message) => `uncaught error "${message}".`);
}

function problemsOfScreen({ hasHeader, headings, alerts }: Screen): string[] {
  const problems: string[] = [];
  if (!hasHeader) problems.push('the header of the site is gone.');
  if (headings.length === 0 && alerts.length === 0) problems.push('the page is blank.');
  return problems;
}
