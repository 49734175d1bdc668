import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { loadStyleSheet } from '../site/load-style-sheet.ts';
import print from '../styles/print.css?url';
import styles from './preferences.css?url';
import { Preferences } from './preferences.tsx';

/** Shows the preferences at the end of every page. They come after the first screen, and move nothing of it. */
export function showPreferences(): void {
  void loadStyleSheet(styles);
  // What nobody needs before they print comes here, too.
  void loadStyleSheet(print);
  const place = document.createElement('footer');
  place.className = 'shell-footer';
  document.body.append(place);
  createRoot(place).render(createElement(Preferences));
}
