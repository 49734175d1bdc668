import type { Check } from '../check.ts';
import { placeOf } from '../screens.ts';

export const accessibilityCheck: Check = {
  name: 'accessibility',
  expectation: 'axe finds nothing serious on any page, in light and in dark.',
  mend: 'Each rule is explained at https://dequeuniversity.com/rules/axe/4.11, by the name in parentheses. Colours of `tokens.css` have enough contrast in both schemes.',
  run: (_tried, { screens }) =>
    Promise.resolve(
      screens.all.flatMap((seen) =>
        Object.entries(seen.accessibility).flatMap(([scheme, problems]) => problems.map((problem) => ({ where: `${placeOf(seen)}, ${scheme}`, problem }))),
      ),
    ),
};
