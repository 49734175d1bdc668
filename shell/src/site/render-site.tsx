import { createRoot } from 'react-dom/client';
import { languages } from '../languages.ts';
import { loadLanguage } from './load-language.ts';
import type { SiteLoads } from './site-loads.ts';
import { Site } from './site.tsx';

/**
 * Milliseconds for which the first render waits for the sign-in and the first page. The document brings both, so they
 * are usually there by then, and nothing is drawn twice; what is late or broken gets its place held or its card instead.
 */
const FIRST_RENDER_WAIT = 400;

/** Renders the site for the first time, once its first page is there or has had its time. */
export async function renderSite(place: HTMLElement, loads: SiteLoads): Promise<void> {
  const first = Promise.race([loads.firstScreen(), new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_WAIT))]);
  // Texts are not drawn again: those that came later would be seen nowhere.
  await Promise.all([first, loadLanguage(languages)]);
  createRoot(place).render(<Site loads={loads} />);
}
