import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import primitivesStyles from '@atrium/page-kit/primitives/primitives.css?url';
import { PLATFORM_PATH, PREVIEW_PATH } from '@atrium/releases/wire';
import type { ComponentType } from 'react';
import type { MenuPanelProps } from '../menu/menu-panel.tsx';
import platformStyles from '../platform/platform.css?url';
import type { ExtensionTab } from '../extensions/extension-box.tsx';
import extensionStyles from '../extensions/extensions.css?url';
import homeStyles from '../home/home.css?url';
import type { InspectorProps } from '../inspector/inspector.tsx';
import inspectorStyles from '../inspector/inspector.css?url';
import type { PageFinderTab } from '../palette/page-finder.tsx';
import type { PaletteProps } from '../palette/palette.tsx';
import paletteStyles from '../palette/palette.css?url';
import type { UserMenuTab } from '../menu/user-menu.tsx';
import type { HomeProps, PageFinderProps, UserMenuProps } from '../runtime/open-tab.ts';
import deferredStyles from '../styles/deferred.css?url';
import { loadLanguage } from '../texts/document-language.ts';
import { loadStyleSheet } from './style-sheets.ts';

// Each part has one file per language. More files would make every document larger, because it names them all.

type ShellPage = { readonly default: ComponentType };

/** Loads the shell's own page at a path; null if there is none. These pages are rarely opened. */
export function loadShellPage(pathname: string): Promise<ShellPage> | null {
  switch (pathname.replace(/\/$/, '')) {
    case PREVIEW_PATH:
      return import(/* webpackChunkName: "preview" */ '../preview/preview-page.tsx');
    case PLATFORM_PATH:
      return loadPlatformPage();
    default:
      return null;
  }
}

/** Loads the page with its style sheets and texts, because it would shift if they arrived later. */
async function loadPlatformPage(): Promise<ShellPage> {
  const [page] = await Promise.all([
    import(/* webpackChunkName: "platform" */ '../platform/platform-page.tsx'),
    loadLanguage({
      de: () => import(/* webpackChunkName: "platform" */ '../platform/messages.de.ts'),
      ar: () => import(/* webpackChunkName: "platform" */ '../platform/messages.ar.ts'),
    }),
    loadStyleSheet(primitivesStyles),
    loadStyleSheet(platformStyles),
  ]);
  return page;
}

/** Loads the home page with its style sheets, texts and list of cards, and the user's first card as soon as the tab knows it. */
export async function loadHome(tab: ExtensionTab, auth: AuthHandle): Promise<ComponentType<HomeProps>> {
  void tab.contributions.load();
  // The document of a big site does not name all modules with cards.
  if (!tab.loads.modules.complete) void tab.loads.refreshReleases();
  const [{ createHome, firstCard }, { preloadExtension }, { SlotExtensions }] = await Promise.all([
    import(/* webpackChunkName: "home" */ '../home/home-page.tsx'),
    import(/* webpackChunkName: "extensions" */ '../extensions/extension-box.tsx'),
    import(/* webpackChunkName: "extensions" */ '../extensions/slot.tsx'),
    loadHomeTexts(),
    loadStyleSheet(extensionStyles),
    loadStyleSheet(homeStyles),
  ]);
  // On a slow device it takes longer to draw the card's box, which would ask for the card, than to load it.
  const preloadFirstCard = () => {
    const card = firstCard(tab, auth);
    if (card) preloadExtension(tab, card);
    return card !== undefined;
  };
  if (!preloadFirstCard()) {
    const subscriptions = [auth.subscribe, tab.contributions.subscribe].map((subscribe) =>
      subscribe(() => {
        if (preloadFirstCard()) for (const unsubscribe of subscriptions) unsubscribe();
      }),
    );
  }
  return createHome(tab, SlotExtensions);
}

/** Loads the start page of visitors below its first button. It is at the same path as the home page, and in its files. */
export async function loadStart(): Promise<ComponentType> {
  const [start] = await Promise.all([import(/* webpackChunkName: "home" */ '../home/start.tsx'), loadHomeTexts(), loadStyleSheet(homeStyles)]);
  return start.default;
}

function loadHomeTexts(): Promise<void> {
  return loadLanguage({
    de: () => import(/* webpackChunkName: "home" */ '../home/messages.de.ts'),
    ar: () => import(/* webpackChunkName: "home" */ '../home/messages.ar.ts'),
  });
}

/** Loads the command palette with its style sheet and texts. */
export async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  const [palette] = await Promise.all([
    import(/* webpackChunkName: "palette" */ '../palette/palette.tsx'),
    loadPaletteTexts(),
    loadStyleSheet(paletteStyles),
  ]);
  return palette.default;
}

/** Loads the search and the suggestions of "Page not found" with the palette, and with the commands that lead to pages. */
export async function loadPageFinder(tab: PageFinderTab): Promise<ComponentType<PageFinderProps>> {
  const [{ createPageFinder }] = await Promise.all([
    import(/* webpackChunkName: "palette" */ '../palette/page-finder.tsx'),
    loadPaletteTexts(),
    loadStyleSheet(paletteStyles),
    // Suggestions that arrived later would move the others.
    tab.contributions.load(),
  ]);
  return createPageFinder(tab);
}

function loadPaletteTexts(): Promise<void> {
  return loadLanguage({
    de: () => import(/* webpackChunkName: "palette" */ '../palette/messages.de.ts'),
    ar: () => import(/* webpackChunkName: "palette" */ '../palette/messages.ar.ts'),
  });
}

/** Loads the inspector with its style sheet and texts. */
export async function loadInspector(): Promise<ComponentType<InspectorProps>> {
  const [inspector] = await Promise.all([
    import(/* webpackChunkName: "inspector" */ '../inspector/inspector.tsx'),
    loadLanguage({
      de: () => import(/* webpackChunkName: "inspector" */ '../inspector/messages.de.ts'),
      ar: () => import(/* webpackChunkName: "inspector" */ '../inspector/messages.ar.ts'),
    }),
    loadStyleSheet(inspectorStyles),
  ]);
  return inspector.default;
}

/** Loads the panel of the menu with its texts and the style sheet that also has its styles. */
export async function loadMenuPanel(): Promise<ComponentType<MenuPanelProps>> {
  const [{ MenuPanel }] = await Promise.all([
    import(/* webpackChunkName: "menu" */ '../menu/menu-panel.tsx'),
    loadLanguage({
      de: () => import(/* webpackChunkName: "menu" */ '../menu/messages.de.ts'),
      ar: () => import(/* webpackChunkName: "menu" */ '../menu/messages.ar.ts'),
    }),
    loadStyleSheet(deferredStyles),
  ]);
  return MenuPanel;
}

/** Loads the user menu with the style sheet of the primitives. */
export async function loadUserMenu(tab: UserMenuTab): Promise<ComponentType<UserMenuProps>> {
  const [{ createUserMenu }] = await Promise.all([import(/* webpackChunkName: "user-menu" */ '../menu/user-menu.tsx'), loadStyleSheet(primitivesStyles)]);
  return createUserMenu(tab);
}

/** Loads the primitives with their style sheet, so that they never appear unstyled. */
export async function loadPrimitives(): Promise<unknown> {
  const [primitives] = await Promise.all([import('@atrium/page-kit/primitives'), loadStyleSheet(primitivesStyles)]);
  return primitives;
}
