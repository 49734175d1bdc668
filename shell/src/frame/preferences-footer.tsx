import { usePreferences } from '@atrium/page-kit/site';
import { useId, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { frameText } from './messages.ts';
import { themeNamed, THEMES } from './preferences.ts';

/** Renders the preferences at the end of every page. Call it once their styles have loaded, since those place the footer. */
export function showPreferences(): void {
  const place = document.createElement('footer');
  place.className = 'shell-footer';
  document.body.append(place);
  createRoot(place).render(<Preferences />);
}

/** The choice of language and theme for this browser. */
export function Preferences() {
  const preferences = usePreferences();
  if (preferences === null) return null;
  const { language, languages, theme, choose } = preferences;
  return (
    <section aria-label={frameText('preferences.region')} className="shell-preferences">
      <Choice label={frameText('preferences.language')} onChoose={(tag) => choose({ language: tag })} reloads value={language}>
        {languages.map(({ tag, name }) => <option key={tag} lang={tag} value={tag}>{name}</option>)}
      </Choice>
      <Choice
        label={frameText('preferences.theme')}
        onChoose={(chosen) => choose({ theme: themeNamed(chosen) })}
        value={theme}
      >
        {THEMES.map((one) => <option key={one} value={one}>{frameText(`preferences.${one}`)}</option>)}
      </Choice>
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  /** Whether a choice loads the page again. If so, arrow keys only select: a reload after each key would take the focus away. */
  readonly reloads?: boolean;
  /** The options. */
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, reloads = false, children }: ChoiceProps) {
  const id = useId();
  const [shown, setShown] = useState<string | null>(null);
  // What the user has selected by key and not chosen yet.
  const selected = useRef<string | null>(null);
  // What the user has chosen last. The page may still be in another language: a reload can be cancelled.
  const chosen = useRef<string | null>(null);
  const isKeyChoice = useRef(false);
  const choose = () => {
    const tag = selected.current;
    selected.current = null;
    if (tag === null || tag === (chosen.current ?? value)) return;
    chosen.current = tag;
    onChoose(tag);
  };
  return (
    <div className="shell-preference">
      <label className="atrium-small atrium-muted" htmlFor={id}>{label}</label>
      <select
        className="shell-preference-control"
        id={id}
        onBlur={choose}
        onChange={({ target }) => {
          if (!reloads) return onChoose(target.value);
          setShown(target.value);
          selected.current = target.value;
          if (!isKeyChoice.current) choose();
        }}
        onKeyDown={({ key }) => {
          // These open the list of options and choose from it.
          isKeyChoice.current = key !== 'Enter' && key !== ' ';
          if (key === 'Enter') choose();
        }}
        onPointerDown={() => (isKeyChoice.current = false)}
        value={shown ?? value}
      >
        {children}
      </select>
    </div>
  );
}
