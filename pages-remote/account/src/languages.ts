import type { Languages } from '@atrium/page-kit/contract/languages';

/** The translations of the account pages. English is built in. */
export const languages: Languages = {
  de: () => import(/* webpackChunkName: "de" */ './languages/de.ts'),
  ar: () => import(/* webpackChunkName: "ar" */ './languages/ar.ts'),
};
