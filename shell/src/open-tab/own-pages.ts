import { platformPath } from '@atrium/releases/platform-wire';
import { previewPath } from '@atrium/releases/preview-wire';
import primitivesStyles from '@atrium/page-kit/primitives/primitives.css?url';
import type { ComponentType } from 'react';
import platformStyles from '../platform/platform.css?url';
import { loadStyleSheet } from '../site/load-style-sheet.ts';

type OwnPage = { readonly default: ComponentType };

/** Loads the shell's own page at a path, which hardly anybody opens; null where there is none. */
export function loadOwnPage(pathname: string): Promise<OwnPage> | null {
  switch (pathname.replace(/\/$/, '')) {
    case previewPath:
      return import(/* webpackChunkName: "preview" */ '../preview/preview-page.tsx');
    case platformPath:
      return styled(import(/* webpackChunkName: "platform" */ '../platform/platform-page.tsx'), primitivesStyles, platformStyles);
    default:
      return null;
  }
}

/** With its style sheets: a page that is shown before them jumps when they come. */
async function styled(loading: Promise<OwnPage>, ...sheets: readonly string[]): Promise<OwnPage> {
  const [page] = await Promise.all([loading, ...sheets.map(loadStyleSheet)]);
  return page;
}
