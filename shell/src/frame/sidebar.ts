import { Listeners } from '../runtime/listeners.ts';
import { storeCookie } from './preferences.ts';

const root = document.documentElement;

/** Whether this tab shows the sidebar in wide windows. The server writes the choice into later documents, so that nothing moves. Other tabs keep theirs until then. */
class Sidebar {
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;

  readonly isShown = (): boolean => root.dataset['sidebar'] !== 'hidden';

  /** Whether the window has a sidebar that can be hidden. Phones and users who have not entered their code have none. */
  canToggle(): boolean {
    return (toggleButton()?.offsetWidth ?? 0) > 0;
  }

  readonly toggle = (): void => {
    const hides = this.isShown();
    if (hides) root.dataset['sidebar'] = 'hidden';
    else delete root.dataset['sidebar'];
    storeCookie('atrium-sidebar', hides ? 'hidden' : null);
    // The browser would move the focus from a hidden element to the start of the document.
    if (hides && document.activeElement?.closest('.shell-sidebar')) toggleButton()?.focus();
    this.#listeners.notify();
  };
}

function toggleButton(): HTMLElement | null {
  return document.querySelector('.shell-sidebar-toggle');
}

/** The sidebar of this tab. */
export const sidebar = new Sidebar();
