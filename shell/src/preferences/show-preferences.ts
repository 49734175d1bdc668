import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { loadStyleSheet } from '../site/load-style-sheet.ts';
import styles from '../styles/late.css?url';
import { Preferences } from './preferences.tsx';

/**
 * Shows the preferences at the end of every page. They come after the first screen, and move nothing of it: their style
 * sheet, which says where the end is, comes before them.
 */
export async function showPreferences(): Promise<void> {
  await loadStyleSheet(styles);
  const place = document.createElement('footer');
  place.className = 'shell-footer';
  document.body.append(place);
  createRoot(place).render(createElement(Preferences));
}
