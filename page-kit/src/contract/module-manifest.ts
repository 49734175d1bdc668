/** One text in several languages, keyed by BCP 47 language tag. English is always present. */
export type LocalizedText = { readonly en: string } & { readonly [locale: string]: string };

/** An entry of the site's menu that leads to one of the module's own routes. */
export interface NavigationEntry<Route extends string = string> {
  /** Key of the route in {@link ModuleManifest.routes}. */
  readonly route: Route;
  readonly label: LocalizedText;
  /** Which visitors see the entry; all by default. Hiding an entry protects nothing: guard the route itself. */
  readonly requires?: 'signed-in' | 'signed-out';
}

/**
 * What a page module says about itself: plain data that can be read without running the module. The build writes it into
 * the release, and the shell takes routes and menu entries from it before any of the module's code loads.
 */
export interface ModuleManifest<Route extends string = string> {
  /** Name of the remote: 1 to 40 lowercase letters, digits and hyphens, starting with a letter. */
  readonly name: string;
  /** Who to contact about the module: a team or an email address, at most 100 characters. Shown when a page fails. */
  readonly owner?: string;
  /** Semver range of the page contract that the module was written for, such as `^2.0`. */
  readonly contract: string;
  readonly title: LocalizedText;
  /** Path pattern of each route: static segments, `:param`, and `/*` at the end. Each belongs to one module only. */
  readonly routes: { readonly [Key in Route]: string };
  readonly navigation: readonly NavigationEntry<NoInfer<Route>>[];
  /** `application` runs `start` when the site starts; `navigation` (the default) at the first visit of a page. */
  readonly start?: 'application' | 'navigation';
}

/** Types the manifest of a page module, and returns it unchanged. */
export function defineModuleManifest<const Route extends string>(manifest: ModuleManifest<Route>): ModuleManifest<Route> {
  return manifest;
}
