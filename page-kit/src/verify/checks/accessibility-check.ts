import { accessibilityProblems } from '../accessibility.ts';
import type { Check } from '../check.ts';
import { placeOf } from '../screens.ts';
import { sideBySide } from '../side-by-side.ts';

export const accessibilityCheck: Check = {
  name: 'accessibility',
  expectation: 'axe finds nothing against WCAG 2.2 A and AA on any page, in light and in dark.',
  mend: 'The address behind each finding explains its rule. Colours of `tokens.css` have enough contrast in both schemes.',
  run: async (tried, { screens }) => {
    const found = await sideBySide(screens.views, (view) =>
      tried.inTab(view.visitor, async (tab) => {
        await tab.load(view.path);
        const byScheme = await accessibilityProblems(tab.page);
        return Object.entries(byScheme).flatMap(([scheme, problems]) => problems.map((problem) => ({ where: `${placeOf(view)}, ${scheme}`, problem })));
      }),
    );
    return found.flat();
  },
};
