import type { Languages } from '@atrium/page-kit/contract/languages';

/**
 * The texts of the platform team's page, apart from the site's, which every visitor of their language loads. They come
 * in the page's own file: one more would be named in every document.
 */
export const languages: Languages = {
  de: () => import(/* webpackMode: "eager" */ './languages/de.ts'),
  ar: () => import(/* webpackMode: "eager" */ './languages/ar.ts'),
};
