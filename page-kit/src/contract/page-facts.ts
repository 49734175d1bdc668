/** One text in each language that it is there in, keyed by BCP 47 language tag. English is always present. */
export type LocalizedText = { readonly en: string } & { readonly [locale: string]: string };

/** An entry of the site's menu that leads to one of the module's own routes. */
export interface NavigationEntry<Route extends string = string> {
  /** Key of the route in {@link PageFacts.routes}. */
  readonly route: Route;
  readonly label: LocalizedText;
  /** Whom the entry is shown to; left out, everybody. It is a signpost, not a wall: guard the route itself. */
  readonly requires?: 'signed-in' | 'signed-out';
}

/**
 * The plain data of a page module: readable without running it, written into its release by the build.
 * The shell routes and draws the menu from it before any of the module's code arrives.
 */
export interface PageFacts<Route extends string = string> {
  /** Name of the remote: lower-case letters, digits and hyphens, a letter first, 40 at most. */
  readonly name: string;
  /** Whom to turn to about the module: a team or an address, 100 characters at most. Shown where a page fails. */
  readonly owner?: string;
  /** Semver range of the page contract that the module was written for, such as `^1.0`. */
  readonly contract: string;
  readonly title: LocalizedText;
  /** Path pattern of each route: static segments, `:param`, and `/*` at the end. Each belongs to one module only. */
  readonly routes: { readonly [Key in Route]: string };
  readonly navigation: readonly NavigationEntry<NoInfer<Route>>[];
  /** `application` runs `start` when the site starts; `navigation` (the default) at the first visit of a page. */
  readonly start?: 'application' | 'navigation';
}

/** Types the facts of a page module; gives them back unchanged. */
export function definePageFacts<const Route extends string>(facts: PageFacts<Route>): PageFacts<Route> {
  return facts;
}
