import type { Check, Finding } from '../check.ts';
import { placeOf } from '../screens.ts';
import type { Walk } from '../walk.ts';

export const navigationCheck: Check = {
  name: 'navigation',
  expectation: 'A navigation to a page sets the title, moves the focus to the heading, or to the only field of the page, and is announced.',
  mend: 'Begin each page with `PageHeading` of @atrium/page-kit/ui, which does all three, once what it says is known, and move the focus nowhere else when a page appears, unless it is there for one field.',
  run: (_tried, { walks }) => Promise.resolve(walks.flatMap(findingsOf)),
};

function findingsOf({ view, arrival: { title, headings, focusArrived, announced } }: Walk): Finding[] {
  const where = placeOf(view);
  const [heading = ''] = headings;
  const problems: string[] = [];
  if (heading === '' || !title.includes(heading)) problems.push(`The title is "${title}", and does not say what the heading says: "${heading}".`);
  if (!focusArrived) problems.push('The heading does not get the focus, nor does the only field of the page.');
  if (heading === '' || !announced.includes(heading)) problems.push('Nothing announces the heading to screen readers.');
  return problems.map((problem) => ({ where, problem }));
}
