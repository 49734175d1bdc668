import type { Languages } from '@atrium/page-kit/contract/languages';

/**
 * The translations of the platform team's page, apart from the site's, which every visitor of a language loads. They are
 * part of the page's own file, because every document names each further file.
 */
export const languages: Languages = {
  de: () => import(/* webpackMode: "eager" */ './messages.de.ts'),
  ar: () => import(/* webpackMode: "eager" */ './messages.ar.ts'),
};
