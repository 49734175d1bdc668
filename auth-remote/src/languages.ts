import type { Languages } from '@atrium/page-kit/contract/languages';

/** The texts of the sign-in in other languages than English. */
export const languages: Languages = {
  de: () => import(/* webpackChunkName: "de" */ './languages/de.ts'),
  ar: () => import(/* webpackChunkName: "ar" */ './languages/ar.ts'),
};
