import type { Languages } from '@atrium/page-kit/contract/languages';

/** The languages of the site besides English: what the shell has, visitors can choose. */
export const languages: Languages = {
  de: () => import(/* webpackChunkName: "de" */ './languages/de.ts'),
  ar: () => import(/* webpackChunkName: "ar" */ './languages/ar.ts'),
};
