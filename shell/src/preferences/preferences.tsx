import { language } from '@atrium/page-kit/messages';
import { useId, useState, type ReactNode } from 'react';
import { languages } from '../languages.ts';
import { reloadInPlace } from '../open-tab/kept-place.ts';
import { keepChoice, readChoice } from './cookie-choice.ts';
import { preferencesText } from './preferences-messages.ts';

const themes = ['system', 'light', 'dark'] as const;

/** Language and theme, as the person chooses them for this browser. */
export function Preferences() {
  return (
    <section aria-label={preferencesText('region')} className="shell-preferences">
      <LanguageChoice />
      <ThemeChoice />
    </section>
  );
}

/** Another language is another document: the texts of what is on screen are not drawn again. */
function LanguageChoice() {
  const choose = (tag: string) => {
    keepChoice('atrium-language', tag);
    reloadInPlace();
  };
  return (
    <Choice label={preferencesText('language')} onChoose={choose} value={language()}>
      {['en', ...Object.keys(languages)].map((tag) => (
        <option key={tag} lang={tag} value={tag}>{nameOf(tag)}</option>
      ))}
    </Choice>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(() => readChoice('atrium-theme') ?? 'system');
  const choose = (chosen: string) => {
    setTheme(chosen);
    keepChoice('atrium-theme', chosen === 'system' ? null : chosen);
    const root = document.documentElement;
    if (chosen === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = chosen;
  };
  return (
    <Choice label={preferencesText('theme')} onChoose={choose} value={theme}>
      {themes.map((one) => <option key={one} value={one}>{preferencesText(one)}</option>)}
    </Choice>
  );
}

function Choice({ label, value, onChoose, children }: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="shell-preference">
      <label className="atrium-small atrium-muted" htmlFor={id}>{label}</label>
      <select className="shell-preference-control" id={id} onChange={({ target }) => onChoose(target.value)} value={value}>
        {children}
      </select>
    </div>
  );
}

/** A language's name in itself. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}
