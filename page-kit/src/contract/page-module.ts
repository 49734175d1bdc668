import type { ComponentType } from 'react';
import type { AuthHandle } from './auth.ts';
import type { Languages } from './languages.ts';
import type { PageFacts } from './page-facts.ts';

/** What a module's `start` is given. */
export interface PageModuleStart {
  readonly auth: AuthHandle;
  /** Aborted when the time for the start is over, and when another release takes this one's place, or the module is retired. */
  readonly signal: AbortSignal;
}

/** Loads the file of one route; its default export is the component of the page. */
export type RouteLoader = () => Promise<{ readonly default: ComponentType }>;

/** What a page module exposes as `./module`. */
export interface PageModule<Route extends string = string> {
  readonly facts: PageFacts<Route>;
  readonly routes: { readonly [Key in Route]: RouteLoader };
  /** The module's texts in other languages than English. The build looks for them as `import('./languages/TAG.ts')`. */
  readonly languages?: Languages;
  /**
   * Called once for each tab, again where a tab comes back to a release that it had left, and, after it failed, when one
   * of the module's pages is visited. A start that throws or takes too long is reported and does not stop the module's
   * pages; where it throws before any of them is known to work, the release is taken for a bad one.
   */
  readonly start?: (context: PageModuleStart) => void | Promise<void>;
}

/** The code of a page module: one loader for each route of its facts, and an optional start. */
export function definePageModule<Route extends string>(
  facts: PageFacts<Route>,
  code: Omit<PageModule<Route>, 'facts'>,
): PageModule<Route> {
  return { facts, ...code };
}
