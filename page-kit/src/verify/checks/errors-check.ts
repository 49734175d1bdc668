import * as v from 'valibot';
import type { Check, Finding } from '../check.ts';
import type { Screen } from '../open-tab.ts';
import { placeOf, type View } from '../screens.ts';
import { sideBySide } from '../side-by-side.ts';
import type { TriedSite } from '../tried-site.ts';

export const errorsCheck: Check = {
  name: 'errors',
  expectation: 'An error in a page, and a backend that refuses everything, are said on screen, and the rest of the site goes on.',
  mend: 'Let errors of drawing go to the shell, which has a card for them, or say them in an own one; catch what a query answers, and say it in an `Alert`.',
  run: async (tried, { screens }) => {
    const found = await sideBySide(screens.views, async (view): Promise<Finding[]> => {
      const thrown = (await afterThrownError(tried, view)).map((problem) => `After an error was thrown in the middle of the page: ${problem}`);
      const refused = (await withoutData(tried, view)).map((problem) => `When every query and function fails: ${problem}`);
      return [...thrown, ...refused].map((problem) => ({ where: placeOf(view), problem }));
    });
    return found.flat();
  },
};

function afterThrownError(tried: TriedSite, { path, visitor }: View): Promise<string[]> {
  return tried.inTab(visitor, async (tab) => {
    await tab.load('/');
    await tab.call('errors', 'breakPages', v.unknown());
    const problems = problemsOf(await tab.goTo(path));
    if (problems.length > 0) return problems;
    const left = await tab.leave();
    return left.path === '/' && left.headings.length === 1 ? [] : ['the page cannot be left any more.'];
  });
}

function withoutData(tried: TriedSite, { path, visitor }: View): Promise<string[]> {
  return tried.inTab(visitor, async (tab) => {
    await tab.page.route(({ pathname }) => /^\/(?:rest|storage|functions)\/v1\//.test(pathname), (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'Refused by atrium verify', details: null, hint: null } }),
    );
    const screen = await tab.load(path);
    return [...problemsOf(screen), ...tab.uncaught.map((message) => `nobody caught "${message}".`)];
  });
}

function problemsOf({ hasHeader, headings, alerts }: Screen): string[] {
  const problems: string[] = [];
  if (!hasHeader) problems.push('the header of the site is gone.');
  if (headings.length === 0 && alerts.length === 0) problems.push('the page is blank.');
  return problems;
}
