import { language } from '@atrium/page-kit/messages';
import { useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Listeners } from '../runtime/listeners.ts';
import { frameText } from './messages.ts';
import { reloadInPlace } from './reload-in-place.ts';

/** The themes that a user can choose. */
export const THEMES = ['system', 'light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

/** One year, in seconds: about the longest time for which browsers store a cookie. */
const COOKIE_AGE = 31_536_000;

/**
 * Renders the preferences at the end of every page. Call it once their styles have loaded, since those place the footer.
 *
 * @param translations tags of the site's languages besides English
 */
export function showPreferences(translations: readonly string[]): void {
  const place = document.createElement('footer');
  place.className = 'shell-footer';
  document.body.append(place);
  createRoot(place).render(<Preferences translations={translations} />);
}

/** The choice of language and theme for this browser. */
export function Preferences({ translations }: { readonly translations: readonly string[] }) {
  return (
    <section aria-label={frameText('preferences.region')} className="shell-preferences">
      <LanguageChoice translations={translations} />
      <ThemeChoice />
    </section>
  );
}

function LanguageChoice({ translations }: { readonly translations: readonly string[] }) {
  return (
    <Choice label={frameText('preferences.language')} onChoose={chooseLanguage} reloads value={language()}>
      {['en', ...translations].map((tag) => (
        <option key={tag} lang={tag} value={tag}>{languageName(tag)}</option>
      ))}
    </Choice>
  );
}

function ThemeChoice() {
  return (
    <Choice label={frameText('preferences.theme')} onChoose={chooseTheme} value={useChosenTheme()}>
      {THEMES.map((one) => <option key={one} value={one}>{frameText(`preferences.${one}`)}</option>)}
    </Choice>
  );
}

/** Stores the language and reloads: another language needs another document, because texts on screen do not render again. */
export function chooseLanguage(tag: string): void {
  storeChoice('atrium-language', tag);
  reloadInPlace();
}

const themeListeners = new Listeners();

/** The theme of this browser. The footer and the user menu both show it. */
export function useChosenTheme(): Theme {
  return useSyncExternalStore(themeListeners.subscribe, chosenTheme);
}

/** The server writes a stored choice into the document. The browser may refuse to store another one. */
function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';
}

/** Stores the theme and shows it. */
export function chooseTheme(theme: string): void {
  storeChoice('atrium-theme', theme === 'system' ? null : theme);
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  themeListeners.notify();
}

function Choice({ label, value, onChoose, reloads = false, children }: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  /** Whether a choice loads the page again. Then each arrow key must not choose: it would take the focus away before the next one. */
  readonly reloads?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  // What the user has selected by key and not chosen yet.
  const [selected, setSelected] = useState<string | null>(null);
  const shown = selected ?? value;
  const isKeyChoice = useRef(false);
  const choose = () => shown !== value && onChoose(shown);
  return (
    <div className="shell-preference">
      <label className="atrium-small atrium-muted" htmlFor={id}>{label}</label>
      <select
        className="shell-preference-control"
        id={id}
        onBlur={choose}
        onChange={({ target }) => {
          if (reloads) setSelected(target.value);
          if (!reloads || !isKeyChoice.current) onChoose(target.value);
        }}
        onKeyDown={({ key }) => {
          // These open the list of options and choose from it.
          isKeyChoice.current = key !== 'Enter' && key !== ' ';
          if (key === 'Enter') choose();
        }}
        onPointerDown={() => (isKeyChoice.current = false)}
        value={shown}
      >
        {children}
      </select>
    </div>
  );
}

/** A language's name in that language. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}

/**
 * Stores a choice for every later document, into which the site's server writes it (appearance.ts of the server).
 *
 * @param value letters, digits and hyphens; null to delete the choice
 */
function storeChoice(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : COOKIE_AGE}; SameSite=Lax${secure}`;
}
