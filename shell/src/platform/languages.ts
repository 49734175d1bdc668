import type { Languages } from '@atrium/page-kit/contract/languages';

/** The texts of the platform team's page, apart from the site's, which every visitor of their language loads. */
export const languages: Languages = {
  de: () => import(/* webpackChunkName: "platform-de" */ './languages/de.ts'),
  ar: () => import(/* webpackChunkName: "platform-ar" */ './languages/ar.ts'),
};
