import type { Languages } from '@atrium/page-kit/contract/languages';

/** The site's languages besides English. Visitors can choose any language that the shell has. */
export const languages: Languages = {
  de: () => import(/* webpackChunkName: "de" */ './languages/de.ts'),
  ar: () => import(/* webpackChunkName: "ar" */ './languages/ar.ts'),
};
