import { Button } from '@atrium/page-kit/ui';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { message } from '../texts/messages.ts';

/** The shortcut of the command palette: Command K on Apple's systems, where Control K edits text, and Control K elsewhere. */
export const PALETTE_KEY = /Mac|iP/.test(navigator.platform)
  ? ({ modifier: 'metaKey', name: 'Meta+K', text: '⌘ K' } as const)
  : ({ modifier: 'ctrlKey', name: 'Control+K', text: 'Ctrl K' } as const);

/** Opens the command palette, whose code loads when the user points at the button or focuses it. */
export function SearchButton({ loads }: { readonly loads: SiteLoads }) {
  const open = () => loads.openTab.get().then((openTab) => openTab.openPalette(), () => undefined);
  return (
    <Button aria-keyshortcuts={PALETTE_KEY.name} className="shell-search" onClick={() => void open()}>
      <svg aria-hidden="true" viewBox="0 0 16 16">
        <path d="M11 11l3.5 3.5M7 12.5A5.5 5.5 0 1 1 7 1.5a5.5 5.5 0 0 1 0 11z" />
      </svg>
      <span>{message('header.search')}</span>
      <kbd aria-hidden="true">{PALETTE_KEY.text}</kbd>
    </Button>
  );
}
