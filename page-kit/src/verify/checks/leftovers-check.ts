import type { Check } from '../check.ts';
import { placeOf } from '../screens.ts';

export const leftoversCheck: Check = {
  name: 'leftovers',
  expectation: 'A page that was left keeps no listener, timer or interval.',
  mend: 'Give back from each effect a function that ends what the effect began.',
  run: (_tried, { walks }) => Promise.resolve(walks.flatMap(({ view, leftovers }) => [...new Set(leftovers)].map((left) => ({ where: placeOf(view), problem: `It leaves ${left}.` })))),
};
