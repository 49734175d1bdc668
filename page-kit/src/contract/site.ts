/**
 * The site's pages by name: `module.route`, with what stands for each parameter of the route's path (`*` for the rest).
 * Empty here. A module names the pages that it leads to by declaration merging; `atrium types` writes all pages of a
 * running site:
 *
 * ```ts
 * declare module '@atrium/page-kit/contract/site' {
 *   interface SitePages { 'orders.order': { readonly id: string } }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules add to it
export interface SitePages {}

/**
 * The events that modules tell each other: `module.event`, with what is told, which must survive `structuredClone`.
 * Empty here; the module that tells an event declares it, by declaration merging as for {@link SitePages}.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules add to it
export interface SiteEvents {}

/** Name of a page. As long as a module declares none, any text is taken. */
export type PageName = keyof SitePages extends never ? string : keyof SitePages;

/** What stands for the parameters of a page's path. */
export type PageParams<Page extends PageName = PageName> = Page extends keyof SitePages
  ? SitePages[Page]
  : Readonly<Record<string, string>>;

/** A page of any module by its name, wherever its path is in the running site. */
export type PageAddress<Page extends PageName = PageName> = Page extends PageName
  ? {
      readonly page: Page;
      readonly search?: Readonly<Record<string, string>>;
      /** Part of the page, without `#`. */
      readonly hash?: string;
    } & (Record<never, never> extends PageParams<Page>
      ? { readonly params?: PageParams<Page> }
      : { readonly params: PageParams<Page> })
  : never;

/** Name of an event. As long as a module declares none, any text is taken. */
export type EventName = keyof SiteEvents extends never ? string : keyof SiteEvents;

/** What an event tells. */
export type EventDetail<Name extends EventName = EventName> = Name extends keyof SiteEvents ? SiteEvents[Name] : unknown;

/** A short notice that goes by itself, and that nobody has to have seen. An error that needs an act stands in the page. */
export interface Toast {
  readonly text: string;
  /** `success` unless given. */
  readonly tone?: 'success' | 'notice' | 'error';
  /** One thing that can be done about it, such as "Undo". A toast with an action stays until it is answered or dismissed. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What the shell, or the test kit in its place, does for `@atrium/page-kit/site`. */
export interface SiteHost {
  /** Path pattern of a page, from the module manifest; null if the site has no such page now. */
  readonly patternOf: (module: string, route: string) => string | null;
  /** Calls the listener after the site's modules changed. Gives back the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Begins to load the page of a path. */
  readonly prefetch: (pathname: string) => void;
  /** Hears of every event; for the test kit. */
  readonly told?: (name: string, detail: unknown) => void;
}
