import type { SlotName } from './site.ts';

/** One text in several languages, keyed by BCP 47 language tag. English is always present. */
export type LocalizedText = { readonly en: string } & { readonly [locale: string]: string };

/** Which users see a part of a module; all by default. Hiding a part protects nothing: protect its data by policies. */
export interface Audience {
  readonly requires?: 'signed-in' | 'signed-out';
  /** Only sessions with this assurance level. */
  readonly assurance?: 'aal2';
  /** Only users who have no second factor yet, and could set one up. */
  readonly secondFactor?: 'missing';
  /** Only users with this permission (`AuthState.permissions`). */
  readonly permission?: string;
}

/** An entry of the site's menu that leads to one of the module's own routes. */
export interface NavigationEntry<Route extends string = string> {
  /** Key of the route in {@link ModuleManifest.routes}. */
  readonly route: Route;
  readonly label: LocalizedText;
  /** Which visitors see the entry; all by default. Hiding an entry protects nothing: guard the route itself. */
  readonly requires?: 'signed-in' | 'signed-out';
  /** Heading of the menu's section. Entries of several modules with the same English text form one section. */
  readonly group?: LocalizedText;
  /** Position in its section: 0 to 1000, the smallest first; 500 by default. */
  readonly order?: number;
  /** Name of an icon of the kit, such as `users`. Unknown names show the default icon. */
  readonly icon?: string;
}

/** A place on the module's pages for other modules' extensions. The type of its props is declared in `src/slots.ts`. */
export interface SlotDeclaration {
  /**
   * Version of the props, `MAJOR.MINOR`. Raise MINOR when you add a prop, MAJOR when you remove or change one. The gate refuses
   * a release that a live extension of another module cannot work with.
   */
  readonly version: string;
  /** What belongs here, for the teams that extend it. At most 200 characters. */
  readonly description?: string;
  /** `stack` (the default) shows the extensions below each other, `cards` in a grid, `row` in one line, for buttons. */
  readonly layout?: 'stack' | 'cards' | 'row';
}

/** The space that the page reserves for an extension, in CSS pixels at the default font size. */
export interface ExtensionSize {
  /** Reserved before the extension loads: 16 to 2000. */
  readonly height: number;
  /** Height above which the extension scrolls: at most 4000; {@link height} by default. */
  readonly maxHeight?: number;
  /** Reserved width in a slot with the layout `row`: 16 to 600. In the layout `cards`, extensions with a width stand in the narrow column. */
  readonly width?: number;
}

/** What the module shows in another module's slot, by itself or behind a condition. Its code loads when the slot nears the screen, after the slot's first extension has appeared. */
export interface ExtensionDeclaration extends Audience {
  /** The slot, `module.slot`. If the site has no such slot yet, the extension waits for it. */
  readonly slot: SlotName;
  /** Version of the slot's props that the extension was written for, `MAJOR.MINOR`. Later minor versions work too. */
  readonly slotVersion: string;
  /** Names the extension on screen: in messages about failures, and where users hide and order cards. */
  readonly title: LocalizedText;
  readonly size: ExtensionSize;
  /** Position in the slot: 0 to 1000, the smallest first; 500 by default. */
  readonly order?: number;
  /** Shows it after this extension, `module.extension`, whatever its order. Without that extension it has no effect. */
  readonly after?: string;
}

/** A command of the command palette, and of the user menu. */
export interface CommandDeclaration<Route extends string = string> extends Audience {
  readonly title: LocalizedText;
  /** Further words that find the command, separated by spaces. */
  readonly keywords?: LocalizedText;
  /** Keyboard shortcut: one or two keys in sequence, such as `c` or `g b`, or `/` for a search. Shortcuts work outside of text fields. */
  readonly shortcut?: string;
  /** Name of an icon of the kit. */
  readonly icon?: string;
  /** The command opens this route, which must have no parameters. Without it, the code in `module.ts` runs. */
  readonly route?: Route;
  /** The command is offered only on these routes of the module; everywhere by default. */
  readonly on?: readonly Route[];
  /** The command is also an entry of the user menu, behind the user's name. */
  readonly userMenu?: boolean;
}

/** A provider of search results for the command palette. Its code loads when the user first searches. */
export interface SearchDeclaration extends Audience {
  /** Heading of its results, such as "Boards". */
  readonly title: LocalizedText;
}

/**
 * What a page module says about itself: plain data that can be read without running the module. The build writes it into
 * the release, and the shell takes routes and menu entries from it before any of the module's code loads.
 *
 * The keys of routes, slots, extensions, commands and search providers are 1 to 40 letters, digits, `_` and `-`, and begin with a
 * letter. Other modules see them with the module's name in front: `account.sections`.
 */
export interface ModuleManifest<
  Route extends string = string,
  Extensions extends Readonly<Record<string, ExtensionDeclaration>> = Readonly<Record<string, ExtensionDeclaration>>,
  Commands extends Readonly<Record<string, CommandDeclaration>> = Readonly<Record<string, CommandDeclaration>>,
  Search extends string = string,
> {
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
  /** `application` runs `start` when the site starts; `navigation` (the default) when a page or an extension of it first appears. */
  readonly start?: 'application' | 'navigation';
  /**
   * Routes whose first screen the build renders to HTML, for visitors without a session: the server puts it into the document, so
   * that it is visible before any code of the module loads. Routes without parameters, at most 10.
   */
  readonly prerender?: readonly NoInfer<Route>[];
  /** Places for other modules' extensions, by key. At most 20. */
  readonly slots?: { readonly [slot: string]: SlotDeclaration };
  /** What the module shows in slots, by key. At most 20. */
  readonly extensions?: Extensions;
  /** Commands of the command palette, by key. At most 50. */
  readonly commands?: Commands & { readonly [command: string]: CommandDeclaration<NoInfer<Route>> };
  /** Providers of search results for the command palette, by key. At most 5. */
  readonly search?: { readonly [Key in Search]: SearchDeclaration };
}

/** Types the manifest of a page module, and returns it unchanged. */
export function defineModuleManifest<
  const Route extends string,
  const Extensions extends Readonly<Record<string, ExtensionDeclaration>> = Record<never, ExtensionDeclaration>,
  const Commands extends Readonly<Record<string, CommandDeclaration>> = Record<never, CommandDeclaration>,
  const Search extends string = never,
>(manifest: ModuleManifest<Route, Extensions, Commands, Search>): ModuleManifest<Route, Extensions, Commands, Search> {
  return manifest;
}
