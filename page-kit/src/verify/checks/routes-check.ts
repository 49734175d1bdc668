import { matchRoutePattern } from '@atrium/releases/route-pattern';
import type { Check, Finding } from '../check.ts';
import { placeOf, type Screens, type SeenScreen } from '../screens.ts';
import type { TriedSite } from '../tried-site.ts';
import type { Walk } from '../walk.ts';

export const routesCheck: Check = {
  name: 'routes',
  expectation: 'Every route renders, or leads elsewhere, for everybody: with one first-level heading and without an error on the console.',
  mend: 'Give each page exactly one heading, by `PageHeading`, and handle what is not there: a visitor without a session, an id without a row.',
  run: (tried, { screens, walks }) =>
    Promise.resolve([...screens.all.flatMap(findingsOf), ...walks.flatMap(errorsOnTheWay), ...unseenRoutes(tried, screens), ...notFaked(tried)]),
};

function findingsOf(seen: SeenScreen): Finding[] {
  const { screen, errors } = seen;
  const where = placeOf(seen);
  const problems = errors.map((error) => `The console has an error: ${error}`);
  if (!screen.hasHeader) problems.push('The header of the site is gone.');
  if (screen.headings.length !== 1) {
    const which = screen.headings.length === 0 ? 'no first-level heading' : `${screen.headings.length} first-level headings (${screen.headings.join(', ')})`;
    problems.push(`The page has ${which}${screen.cameToRest ? '' : ' after 10 seconds'}.`);
  } else if (!screen.cameToRest) problems.push('The page has not come to rest after 10 seconds: it loads something again and again, or its skeleton stays.');
  return [...new Set(problems)].map((problem) => ({ where, problem }));
}

function errorsOnTheWay({ view, errors }: Walk): Finding[] {
  return [...new Set(errors)].map((error) => ({ where: placeOf(view), problem: `The console has an error when the page is left and visited again: ${error}` }));
}

/** Routes that nobody gets to see have not been tried at all, unless they lead to others of the module. */
function unseenRoutes({ manifest }: TriedSite, { all, views }: Screens): Finding[] {
  const { routes } = manifest.moduleManifest;
  return Object.keys(routes).flatMap((route) => {
    const seen = all.filter((one) => one.route === route);
    const [first] = seen;
    const staysInModule = seen.some(({ screen }) => Object.values(routes).some((pattern) => matchRoutePattern(pattern, screen.path) !== null));
    if (!first || staysInModule || views.some((view) => view.route === route)) return [];
    const places = [...new Set(seen.map(({ screen }) => screen.path))].join(', ');
    return [{ where: first.path, problem: `Nobody gets to see this page, and so it was not tried: it leads to ${places}. Say in package.json, under atrium.verify, what it needs.` }];
  });
}

function notFaked({ backend }: TriedSite): Finding[] {
  return [...new Set(backend.notFaked)].map((problem) => ({ where: 'the fake backend', problem }));
}
