import type { Languages } from '@atrium/page-kit/contract/languages';

/** The translations of the palette, in the palette's own file, because every document names each further file. */
export const languages: Languages = {
  de: () => import(/* webpackMode: "eager" */ './messages.de.ts'),
  ar: () => import(/* webpackMode: "eager" */ './messages.ar.ts'),
};
