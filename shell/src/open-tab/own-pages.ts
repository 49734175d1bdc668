import { platformPath } from '@atrium/releases/platform-wire';
import { previewPath } from '@atrium/releases/preview-wire';
import type { ComponentType } from 'react';

/** Loads the shell's own page at a path, which hardly anybody opens; null where there is none. */
export function loadOwnPage(pathname: string): Promise<{ readonly default: ComponentType }> | null {
  switch (pathname.replace(/\/$/, '')) {
    case previewPath:
      return import(/* webpackChunkName: "preview" */ '../preview/preview-page.tsx');
    case platformPath:
      return import(/* webpackChunkName: "platform" */ '../platform/platform-page.tsx');
    default:
      return null;
  }
}
