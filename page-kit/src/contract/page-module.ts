import type { ComponentType, ReactNode } from 'react';
import type { AuthHandle, SupabaseClient, User } from './auth.ts';
import type { Languages } from './languages.ts';
import type { CommandDeclaration, ExtensionDeclaration, ModuleManifest } from './module-manifest.ts';
import type { PageAddress, SlotProps } from './site.ts';

/** The argument of a module's `start`. */
export interface PageModuleStart {
  /** The sign-in of the site. */
  readonly auth: AuthHandle;
  /** Aborted when the start takes too long, another release replaces this one, or the module is retired. */
  readonly signal: AbortSignal;
}

/** A page that a signed-in user is about to see. */
export interface PageVisit {
  /** The parameters of the route's path pattern. */
  readonly params: Readonly<Record<string, string>>;
  /** The signed-in user. */
  readonly user: User;
  /** The Supabase client of the site, with the session of the user. */
  readonly supabase: SupabaseClient;
}

/**
 * The component of a page. A page of a signed-in user can start the requests for its first data in the function `load`, before
 * it renders, and keep the responses where it looks for them, such as in a query cache. The site calls `load` when a tab
 * starts on the page, and when the user points at a link to it, so a cache must not request again what it has. Errors change nothing:
 * the page requests what it misses. Users who still have to enter the code of their second factor have no data yet.
 */
export type PageComponent = ComponentType & { readonly load?: (visit: PageVisit) => void | Promise<void> };

/** Loads the file of one route; its default export is the component of the page. */
export type RouteLoader = () => Promise<{ readonly default: PageComponent }>;

/** Loads the file of one extension; its default export is the component, which receives the slot's props. */
export type ExtensionLoader<Props = never> = () => Promise<{ readonly default: (props: Props) => ReactNode }>;

/** The argument of a command. */
export interface CommandContext {
  /** The sign-in of the site. */
  readonly auth: AuthHandle;
  /** Path on which the user chose the command. */
  readonly pathname: string;
  /** Opens a page by its name. Returns false, and does nothing, if the site has no such page now. */
  readonly goTo: (page: PageAddress) => boolean;
}

/** Loads the file of one command; its default export runs it. An error that it throws is shown and reported. */
export type CommandLoader = () => Promise<{ readonly default: (context: CommandContext) => void | Promise<void> }>;

/** One result of a search provider. */
export interface SearchResult {
  /** Unique among the provider's results. */
  readonly key: string;
  /** The text of the result, in the language of the content. */
  readonly title: string;
  /** A second, quieter text, such as the board that a note is on and the words around those that were found. */
  readonly detail?: string;
  /** Name of an icon of the kit, or `tint-1` to `tint-8` for a square in a tint. */
  readonly icon?: string;
  /** The page that the result opens. */
  readonly to: PageAddress;
}

/** The second argument of a search provider. */
export interface SearchContext {
  /** The sign-in of the site. */
  readonly auth: AuthHandle;
  /** Aborted when the user types on or closes the palette, and when the provider takes too long. */
  readonly signal: AbortSignal;
}

/** Loads the file of one search provider; its default export finds the results for a trimmed, non-empty query, the best first. */
export type SearchLoader = () => Promise<{
  readonly default: (query: string, context: SearchContext) => Promise<readonly SearchResult[]>;
}>;

type Extensions = Readonly<Record<string, ExtensionDeclaration>>;
type Commands = Readonly<Record<string, CommandDeclaration>>;

/** One loader for each key of a manifest's record; the property may be left out where there is none. */
type Loaders<Property extends string, Key extends PropertyKey, Loader extends { readonly [One in Key]: unknown }> = [Key] extends [never]
  ? { readonly [One in Property]?: Readonly<Record<never, never>> }
  : string extends Key
    ? { readonly [One in Property]?: Loader }
    : { readonly [One in Property]: Loader };

/** Keys of the commands that run code, instead of opening a route. */
type RunKeys<Declared extends Commands> = { [Key in keyof Declared]: Declared[Key] extends { readonly route: string } ? never : Key }[keyof Declared];

/** The code of a module's routes, extensions, commands and search providers, as its manifest declares them. */
export type PageModuleCode<
  Route extends string = string,
  Extended extends Extensions = Extensions,
  Commanded extends Commands = Commands,
  Search extends string = string,
> = {
  readonly routes: { readonly [Key in Route]: RouteLoader };
  /** The module's texts in languages other than English. The build finds them as `import('./languages/TAG.ts')`. */
  readonly languages?: Languages;
  /**
   * Called once per tab; again if the tab returns to a release that it had left, and, after a failure, at the next visit
   * to one of the module's pages, or when an extension of it appears. A start that throws or takes too long is reported and does not stop the module's pages.
   * If it throws before any of them is known to work, the release counts as bad.
   */
  readonly start?: (context: PageModuleStart) => void | Promise<void>;
} & Loaders<'extensions', keyof Extended, { readonly [Key in keyof Extended]: ExtensionLoader<SlotProps<Extended[Key]['slot']>> }> &
  Loaders<'commands', RunKeys<Commanded>, { readonly [Key in RunKeys<Commanded>]: CommandLoader }> &
  Loaders<'search', Search, { readonly [Key in Search]: SearchLoader }>;

/** What a page module exposes as `./module`. */
export interface PageModule<Route extends string = string> {
  readonly manifest: ModuleManifest<Route>;
  readonly routes: { readonly [Key in Route]: RouteLoader };
  readonly languages?: Languages;
  readonly start?: (context: PageModuleStart) => void | Promise<void>;
  readonly extensions?: { readonly [extension: string]: ExtensionLoader };
  readonly commands?: { readonly [command: string]: CommandLoader };
  readonly search?: { readonly [provider: string]: SearchLoader };
}

/** Combines the manifest of a page module with its code: one loader for each route, extension, command and search provider. */
export function definePageModule<Route extends string, Extended extends Extensions, Commanded extends Commands, Search extends string>(
  manifest: ModuleManifest<Route, Extended, Commanded, Search>,
  code: PageModuleCode<NoInfer<Route>, NoInfer<Extended>, NoInfer<Commanded>, NoInfer<Search>>,
): PageModule<Route> {
  return { manifest, ...code };
}
