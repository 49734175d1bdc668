import { Button } from '@atrium/page-kit/ui';
import { useSyncExternalStore } from 'react';
import { frameText } from './messages.ts';
import { sidebar } from './sidebar.ts';

/** Hides the sidebar, and shows it again. */
export function SidebarToggle() {
  const isShown = useSyncExternalStore(sidebar.subscribe, sidebar.isShown);
  return (
    <Button
      aria-expanded={isShown}
      aria-label={frameText('sidebar')}
      className="shell-sidebar-toggle"
      onClick={sidebar.toggle}
      title={frameText(isShown ? 'sidebar.hide' : 'sidebar.show')}
    >
      <svg aria-hidden="true" viewBox="0 0 16 16"><path d="M6 2.5v11M3 2.5h10q1 0 1 1v9q0 1-1 1H3q-1 0-1-1v-9q0-1 1-1" /></svg>
    </Button>
  );
}
