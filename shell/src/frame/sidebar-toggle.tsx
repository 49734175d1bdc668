import { Button } from '@atrium/page-kit/ui';
import { useState } from 'react';
import { frameText } from './messages.ts';
import { storeCookie } from './preferences.ts';

const root = document.documentElement;

/** Hides the sidebar in wide windows, and shows it again. The server writes the choice into later documents, so that nothing moves. Other tabs keep theirs until then. */
export function SidebarToggle() {
  const [isShown, setShown] = useState(root.dataset['sidebar'] !== 'hidden');
  function toggle(): void {
    if (isShown) root.dataset['sidebar'] = 'hidden';
    else delete root.dataset['sidebar'];
    storeCookie('atrium-sidebar', isShown ? 'hidden' : null);
    setShown(!isShown);
  }
  return (
    <Button
      aria-expanded={isShown}
      aria-label={frameText('sidebar')}
      className="shell-sidebar-toggle"
      onClick={toggle}
      title={frameText(isShown ? 'sidebar.hide' : 'sidebar.show')}
    >
      <svg aria-hidden="true" viewBox="0 0 16 16"><path d="M6 2.5v11M3 2.5h10q1 0 1 1v9q0 1-1 1H3q-1 0-1-1v-9q0-1 1-1" /></svg>
    </Button>
  );
}
