import type { Check, Finding } from '../check.ts';
import { placeOf, type SeenScreen } from '../screens.ts';

export const routesCheck: Check = {
  name: 'routes',
  expectation: 'Every route renders, or leads elsewhere, for everybody: with one first-level heading and without an error on the console.',
  mend: 'Give each page exactly one heading, by `PageHeading`, and handle what is not there: a visitor without a session, an id without a row.',
  run: (_tried, { screens }) => Promise.resolve(screens.all.flatMap(findingsOf)),
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
