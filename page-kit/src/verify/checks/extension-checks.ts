import type { Check, Finding } from './check.ts';
import { placeOf } from '../site/observations.ts';
import type { ExtensionVisit } from '../site/extension-visits.ts';
import type { SiteUnderTest } from '../site/site-under-test.ts';

/** Every slot is on a page. */
export const slotsCheck: Check = {
  name: 'slots',
  expectation: 'Every slot of the module is on one of its pages.',
  fix: 'Render each slot with `Slot` of @atrium/page-kit/site, or remove it from the module manifest. If its page needs data, add it to package.json, under atrium.verify.',
  run: ({ manifest: { name } }, { extensions: { missingSlots } }) =>
    Promise.resolve(missingSlots.map((slot) => ({ where: `slot ${name}.${slot}`, problem: 'No page of the module shows it.' }))),
};

/** Every extension appears in its slot. */
export const extensionsCheck: Check = {
  name: 'extensions',
  expectation: 'Every extension whose slot the site has is shown there, has something to show, and reports no console error.',
  fix: 'Handle missing data, and show users what belongs there. Set the page of a slot, and the permissions of the visitors, in package.json under atrium.verify: docs/how-to/verify-a-page-module.md.',
  run: (_site, { extensions: { unseen, visits } }) =>
    Promise.resolve([
      ...unseen.map(({ extension, paths }) => ({
        where: `extension ${extension}`,
        problem: paths.length === 0 ? 'It was not checked, because no page shows its slot.' : `It was not checked, because no visitor sees it at ${paths.join(', ')}.`,
      })),
      ...visits.flatMap(problemsOfExtension),
    ]),
};

function problemsOfExtension({ view, screen: { state, text, isBlank, hasPageHeading }, errors }: ExtensionVisit): Finding[] {
  const problems = errors.map((error) => `Console error: ${error}`);
  if (state === 'failed') problems.push(`The site shows a card instead: ${text.replaceAll(/\s+/g, ' ')}`);
  if (state === 'loading') problems.push('It has not settled after 10 seconds: it keeps loading, or its skeleton stays.');
  if (state === 'shown' && isBlank) problems.push('It shows nothing.');
  if (hasPageHeading) problems.push('It has an h1. The page around it has one already: use an h2.');
  return [...new Set(problems)].map((problem) => ({ where: placeOf(view), problem }));
}

/** An extension fits the space that it declares. */
export const spaceCheck: Check = {
  name: 'space',
  expectation: 'Every extension fits the size in its manifest, in a wide and in a narrow window, and nothing moves when it arrives.',
  fix: 'Declare the size that the extension needs in the module manifest, and reserve space for content that arrives later, for example with `Skeleton`.',
  run: (site, { extensions: { visits } }) => Promise.resolve(visits.filter(({ screen }) => screen.state === 'shown').flatMap((visit) => problemsOfSpace(site, visit))),
};

function problemsOfSpace({ contributions: { extensions = {} } }: SiteUnderTest, { view, screen, spaces }: ExtensionVisit): Finding[] {
  const { height: declared = 0, maxHeight = declared } = extensions[view.extension]?.size ?? {};
  const problems = spaces.flatMap(({ windowWidth, height, reserved, excessWidth }) => {
    const needed = Math.ceil(height);
    const inWindow = `In a window of ${windowWidth} pixels,`;
    const found: string[] = [];
    // Fractions of a pixel are rounded.
    if (height > maxHeight + 1) found.push(`${inWindow} it needs a height of ${needed} pixels. Its maximum is ${maxHeight}, so it scrolls.`);
    else if (height > Math.max(declared, reserved) + 1) found.push(`${inWindow} it needs a height of ${needed} pixels and reserves ${declared}, so the page below it moves. Set size.height to ${needed}.`);
    if (excessWidth > 1) found.push(`${inWindow} it is ${excessWidth} pixels wider than its space, so it scrolls sideways.`);
    return found;
  });
  return [...problems, ...new Set(screen.moves.map((move) => `After it has appeared, ${move}.`))].map((problem) => ({ where: placeOf(view), problem }));
}
