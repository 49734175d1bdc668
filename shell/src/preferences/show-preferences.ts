import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Preferences } from './preferences.tsx';

/** Shows the preferences at the end of every page. Only with their styles: these say where the end is. */
export function showPreferences(): void {
  const place = document.createElement('footer');
  place.className = 'shell-footer';
  document.body.append(place);
  createRoot(place).render(createElement(Preferences));
}
