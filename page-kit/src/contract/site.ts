import type { ReactNode } from 'react';

/**
 * The site's pages by name, `module.route`, with the parameters of each route's path (`*` for the rest). It is empty here. A module
 * declares the pages that it links to by declaration merging; `atrium types` writes all pages of a running site:
 *
 * ```ts
 * declare module '@atrium/page-kit/contract/site' {
 *   interface SitePages { 'orders.order': { readonly id: string } }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules extend it
export interface SitePages {}

/**
 * The events between modules by name, `module.event`, with their details, which must be cloneable by `structuredClone`. It is empty
 * here; the module that sends an event declares it by declaration merging, as for {@link SitePages}.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules extend it
export interface SiteEvents {}

/**
 * The slots by name, `module.slot`, with the props that an extension receives. The shell's own slots begin with `site`. The owner
 * of another slot declares its props in `src/slots.ts`, from which the build publishes them, and `atrium types` writes those of
 * other modules:
 *
 * ```ts
 * declare module '@atrium/page-kit/contract/site' {
 *   interface SiteSlots { 'orders.actions': { readonly order: string; readonly onChange: () => void } }
 * }
 * ```
 */
export interface SiteSlots {
  /** The cards of the home page of a signed-in user, who can hide and reorder them. */
  'site.home': Readonly<Record<never, never>>;
  /** Sections below the menu: in the sidebar of wide windows, and in the panel “All pages” of narrow ones. */
  'site.sidebar': Readonly<Record<never, never>>;
}

/** Name of a slot. Names that nothing declares are allowed: their slot may be released later. */
export type SlotName = keyof SiteSlots | (string & Readonly<Record<never, never>>);

/** The props that an extension of a slot receives. Where nothing declares the slot, any component fits. */
export type SlotProps<Name> = Name extends keyof SiteSlots ? SiteSlots[Name] : never;

/** Name of a page. Any text, until a module declares pages. */
export type PageName = keyof SitePages extends never ? string : keyof SitePages;

/** The parameters of a page's path. */
export type PageParams<Page extends PageName = PageName> = Page extends keyof SitePages
  ? SitePages[Page]
  : Readonly<Record<string, string>>;

/** A page of any module by its name, whatever its path is in the running site. */
export type PageAddress<Page extends PageName = PageName> = Page extends PageName
  ? {
      readonly page: Page;
      readonly search?: Readonly<Record<string, string>>;
      /** Fragment, without `#`. The site scrolls to the element with this id. */
      readonly hash?: string;
    } & (Record<never, never> extends PageParams<Page>
      ? { readonly params?: PageParams<Page> }
      : { readonly params: PageParams<Page> })
  : never;

/** Name of an event. Any text, until a module declares events. */
export type EventName = keyof SiteEvents extends never ? string : keyof SiteEvents;

/** The detail of an event. */
export type EventDetail<Name extends EventName = EventName> = Name extends keyof SiteEvents ? SiteEvents[Name] : unknown;

/** A short notice that disappears by itself, so users may miss it. Show errors that need an action in the page instead. */
export interface Toast {
  /** One short sentence, which screen readers announce. */
  readonly text: string;
  /** `success` by default. */
  readonly tone?: 'success' | 'notice' | 'error';
  /**
   * An action, such as "Undo". A toast with an action stays until the user runs the action or dismisses the toast. At most three are
   * shown: a newer one replaces the oldest.
   */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A slot on a page of the running site. */
export interface PlacedSlot {
  /** `module.slot`. */
  readonly name: string;
  /** The props for its extensions. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Shown if the slot has no extension for this user. */
  readonly children?: ReactNode;
}

/** What "Page not found" says. */
export interface MissingPage {
  /** The heading; "Page not found" by default. */
  readonly title?: string;
  /** What the user can do; a sentence about the address by default. */
  readonly text?: string;
  /** The way out; a link to the start page by default. */
  readonly action?: ReactNode;
}

/** A colour scheme that a user can choose. `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** What a user chooses for this browser: in the user menu, the footer, the command palette or the account. */
export interface Preferences {
  /** BCP 47 tag of the site's language. */
  readonly language: string;
  readonly theme: Theme;
  /** Whether shortcuts of one or two plain keys are on. People who speak their input must be able to switch them off (WCAG 2.2, 2.1.4). */
  readonly singleKeyShortcuts: boolean;
}

/** Keeps the {@link Preferences} of this browser. */
export interface SitePreferences {
  /** The languages that the site speaks: BCP 47 tags, and their names in the language itself. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[];
  /** The preferences now: the same object until the next change. */
  readonly current: () => Preferences;
  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Stores and applies changes. Another language reloads the page: the browser asks first if there are unsaved changes. A language that the
   * site does not speak changes nothing.
   */
  readonly choose: (changes: Partial<Preferences>) => void;
}

/** The implementation behind `@atrium/page-kit/site`, by the shell or the test kit. */
export interface SiteHost {
  /** Path pattern of a page, from the module manifest; null if the site has no such page now. */
  readonly patternOf: (module: string, route: string) => string | null;
  /** Calls the listener after the site's modules have changed. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts to load the page of a path. */
  readonly prefetch: (pathname: string) => void;
  /** Renders the extensions of a slot. */
  readonly renderSlot: (slot: PlacedSlot) => ReactNode;
  /** Renders "Page not found". */
  readonly renderNotFound: (page: MissingPage) => ReactNode;
  /** The preferences of this browser. */
  readonly preferences: SitePreferences;
  /** Receives every event; for the test kit. */
  readonly onEvent?: (name: string, detail: unknown) => void;
}
