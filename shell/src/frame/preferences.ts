import type { Preferences, SitePreferences, Theme } from '@atrium/page-kit/contract/site';
import { language } from '@atrium/page-kit/messages';
import { frameColors } from '@atrium/releases/wire';
import { Listeners } from '../runtime/listeners.ts';
import { reloadInPlace } from './reload-in-place.ts';

/** The themes that a user can choose. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** One year, in seconds: about the longest time for which browsers store a cookie. */
const COOKIE_AGE = 31_536_000;

/** Name of the cookie of the theme. */
const THEME = 'atrium-theme';

/** Name of the setting of shortcuts in local storage. */
const SHORTCUTS = 'atrium-single-key-shortcuts';

/** The choice of this tab if local storage is blocked. */
let shortcutsOfTab = true;

/** The preferences that this browser stores. The server reads language and theme with each document, so they are cookies. */
export class StoredPreferences implements SitePreferences {
  readonly #tags: readonly string[];
  readonly #listeners = new Listeners();
  #current = stored();
  #themeCookie = themeCookie();

  /** @param translations tags of the site's languages besides English */
  constructor(translations: readonly string[]) {
    this.#tags = ['en', ...translations];
    // Another tab has changed its shortcuts, or everything that the site stores.
    window.addEventListener('storage', ({ key }) => (key === SHORTCUTS || key === null) && this.#update());
    for (const type of ['focus', 'pageshow']) window.addEventListener(type, this.#followTheme);
    document.addEventListener('visibilitychange', this.#followTheme);
  }

  get languages(): SitePreferences['languages'] {
    return this.#tags.map((tag) => ({ tag, name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag }));
  }

  readonly current = (): Preferences => this.#current;

  readonly subscribe = this.#listeners.subscribe;

  readonly choose = ({ theme, singleKeyShortcuts, language: tag }: Partial<Preferences>): void => {
    if (theme !== undefined) {
      storeCookie(THEME, theme === 'system' ? null : theme);
      this.#themeCookie = themeCookie();
      showTheme(theme);
    }
    if (singleKeyShortcuts !== undefined) storeShortcuts(singleKeyShortcuts);
    this.#update();
    if (tag === undefined || !this.#tags.includes(tag)) return;
    // Also for the current language: the user may have chosen another one, which is stored, and cancelled the reload.
    storeCookie('atrium-language', tag);
    // Another language needs another document, because texts on screen do not render again.
    if (tag !== language()) reloadInPlace();
  };

  /** Shows the theme that was chosen in another tab. Does nothing if the cookie did not change: the browser may refuse to store the choice of this tab. */
  readonly #followTheme = (): void => {
    const stored = themeCookie();
    if (stored === this.#themeCookie) return;
    this.#themeCookie = stored;
    showTheme(stored);
    this.#update();
  };

  #update(): void {
    this.#current = stored();
    this.#listeners.notify();
  }
}

function stored(): Preferences {
  return { language: language(), theme: shownTheme(), singleKeyShortcuts: hasSingleKeyShortcuts() };
}

/** Whether shortcuts of one or two plain keys are on in this browser. */
export function hasSingleKeyShortcuts(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== 'off' && shortcutsOfTab;
  } catch {
    return shortcutsOfTab;
  }
}

function storeShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SHORTCUTS);
    else localStorage.setItem(SHORTCUTS, 'off');
    shortcutsOfTab = true;
  } catch {
    // Storage is full or blocked: the choice lasts as long as the tab.
    shortcutsOfTab = on;
  }
}

/** The server writes a stored choice into the document. The browser may refuse to store another one. */
function shownTheme(): Theme {
  return themeNamed(document.documentElement.dataset['theme']);
}

function themeCookie(): Theme {
  return themeNamed(document.cookie.split('; ').find((cookie) => cookie.startsWith(`${THEME}=`))?.slice(THEME.length + 1));
}

/** The theme with this name; otherwise the system's. */
export function themeNamed(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? 'system';
}

function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const earlier of document.querySelectorAll('meta[name="theme-color"]')) earlier.remove();
  for (const color of frameColors(theme)) {
    const meta = document.createElement('meta');
    for (const [name, value] of Object.entries({ name: 'theme-color', ...color })) meta.setAttribute(name, value);
    document.head.append(meta);
  }
}

/**
 * Stores a choice for every later document, into which the site's server writes it (appearance.ts of the server).
 *
 * @param value letters, digits and hyphens; null to delete the choice
 */
export function storeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : COOKIE_AGE}; SameSite=Lax${secure}`;
}
