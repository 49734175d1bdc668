import type { ComponentType } from 'react';
import type { AuthHandle } from './auth.ts';
import type { Languages } from './languages.ts';
import type { ModuleManifest } from './module-manifest.ts';

/** The argument of a module's `start`. */
export interface PageModuleStart {
  readonly auth: AuthHandle;
  /** Aborted when the start takes too long, another release replaces this one, or the module is retired. */
  readonly signal: AbortSignal;
}

/** Loads the file of one route; its default export is the component of the page. */
export type RouteLoader = () => Promise<{ readonly default: ComponentType }>;

/** What a page module exposes as `./module`. */
export interface PageModule<Route extends string = string> {
  readonly manifest: ModuleManifest<Route>;
  readonly routes: { readonly [Key in Route]: RouteLoader };
  /** The module's texts in languages other than English. The build finds them as `import('./languages/TAG.ts')`. */
  readonly languages?: Languages;
  /**
   * Called once per tab; again if the tab returns to a release that it had left, and, after a failure, at the next visit
   * to one of the module's pages. A start that throws or takes too long is reported and does not stop the module's pages.
   * If it throws before any of them is known to work, the release counts as bad.
   */
  readonly start?: (context: PageModuleStart) => void | Promise<void>;
}

/** Combines the manifest of a page module with its code: one loader for each route, and an optional `start`. */
export function definePageModule<Route extends string>(
  manifest: ModuleManifest<Route>,
  code: Omit<PageModule<Route>, 'manifest'>,
): PageModule<Route> {
  return { manifest, ...code };
}
