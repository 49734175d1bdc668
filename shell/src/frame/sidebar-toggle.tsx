import { Button } from '@atrium/page-kit/ui';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../runtime/listeners.ts';
import { frameText } from './messages.ts';
import { storeCookie } from './preferences.ts';

const root = document.documentElement;

const listeners = new Listeners();

/** The sidebar of wide windows. The server writes the choice into later documents, so that nothing moves. Other tabs keep theirs until then. */
export const sidebar = {
  subscribe: listeners.subscribe,
  isShown: (): boolean => root.dataset['sidebar'] !== 'hidden',
  /** Hides the sidebar, or shows it again. */
  toggle: (): void => {
    const hides = sidebar.isShown();
    if (hides) root.dataset['sidebar'] = 'hidden';
    else delete root.dataset['sidebar'];
    storeCookie('atrium-sidebar', hides ? 'hidden' : null);
    listeners.notify();
  },
  /** The name of {@link toggle}. */
  toggleText: (): string => frameText(sidebar.isShown() ? 'sidebar.hide' : 'sidebar.show'),
};

/** The button that hides the sidebar and shows it again. */
export function SidebarToggle() {
  const isShown = useSyncExternalStore(sidebar.subscribe, sidebar.isShown);
  return (
    <Button aria-expanded={isShown} aria-label={frameText('sidebar')} className="shell-sidebar-toggle" onClick={sidebar.toggle} title={sidebar.toggleText()}>
      <svg aria-hidden="true" viewBox="0 0 16 16"><path d="M6 2.5v11M3 2.5h10q1 0 1 1v9q0 1-1 1H3q-1 0-1-1v-9q0-1 1-1" /></svg>
    </Button>
  );
}
