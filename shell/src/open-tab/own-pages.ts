import { platformPath, previewPath } from '@atrium/releases/names';
import primitivesStyles from '@atrium/page-kit/primitives/primitives.css?url';
import type { ComponentType } from 'react';
import platformStyles from '../platform/platform.css?url';
import { loadLanguage } from '../site/load-language.ts';
import { loadStyleSheet } from '../site/load-style-sheet.ts';

type OwnPage = { readonly default: ComponentType };

/** Loads the shell's own page at a path, which hardly anybody opens; null where there is none. */
export function loadOwnPage(pathname: string): Promise<OwnPage> | null {
  switch (pathname.replace(/\/$/, '')) {
    case previewPath:
      return import(/* webpackChunkName: "preview" */ '../preview/preview-page.tsx');
    case platformPath:
      return platformPage();
    default:
      return null;
  }
}

/** With its style sheets and texts: a page that is shown before them jumps when they come. */
async function platformPage(): Promise<OwnPage> {
  const [page] = await Promise.all([
    import(/* webpackChunkName: "platform" */ '../platform/platform-page.tsx'),
    import(/* webpackChunkName: "platform" */ '../platform/languages.ts').then(({ languages }) => loadLanguage(languages)),
    loadStyleSheet(primitivesStyles),
    loadStyleSheet(platformStyles),
  ]);
  return page;
}
