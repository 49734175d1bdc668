import { language } from '@atrium/page-kit/messages';
import { Button } from '@atrium/page-kit/ui';
import { HEADER_ENTRIES } from '@atrium/releases/wire';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { menuEntries } from '../frame/menu-entries.ts';
import { frameText } from '../frame/messages.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { MenuPanelProps } from './menu-panel.tsx';
import { useMenuPart } from './use-menu-part.ts';

export interface AllPagesButtonProps extends Pick<MenuPanelProps, 'modules' | 'visitor' | 'Extensions' | 'findModules'> {
  readonly loadPanel: () => Promise<ComponentType<MenuPanelProps>>;
  /** Loads the button's style sheet. */
  readonly loadStyles: () => Promise<void>;
}

/** Opens the panel with all pages. Wide screens show it when there are more pages than the first of the menu; narrow ones always. */
export function AllPagesButton({ modules, visitor, Extensions, loadPanel, loadStyles, findModules }: AllPagesButtonProps) {
  const list = useTabModules(modules);
  const entries = useMemo(() => menuEntries(list, visitor), [list, visitor]);
  const button = useRef<HTMLButtonElement>(null);
  const [isStyled, setStyled] = useState(false);
  const { Part: Panel, busy, button: handlers, close } = useMenuPart(loadPanel);
  // Each press opens a panel of its own: the "close" event of the one before may arrive after the press.
  const [presses, setPresses] = useState(0);
  // An incomplete list has the first entries: if those fill the menu, there may be more.
  const hasMore = entries.length > HEADER_ENTRIES || (entries.length === HEADER_ENTRIES && !modules.complete);

  useEffect(() => {
    void loadStyles().then(() => setStyled(true));
  }, [loadStyles]);
  const onClose = () => {
    // The focus may already be on the heading of another page.
    if (document.activeElement === document.body || document.activeElement?.closest('dialog')) button.current?.focus();
    close();
  };
  if (!isStyled || entries.length === 0) return null;
  return (
    <>
      <Button
        ref={button}
        aria-expanded={Panel !== null}
        aria-haspopup="dialog"
        {...handlers}
        busy={busy}
        className={`shell-nav-link shell-all-pages ${hasMore ? '' : 'shell-all-pages-narrow'}`}
        onClick={() => {
          setPresses(presses + 1);
          handlers.onClick();
        }}
      >
        <span className="shell-nav-icon"><svg aria-hidden="true" viewBox="0 0 16 16"><path d="M2 4h12M2 8h12M2 12h12" /></svg></span>
        <span className="shell-nav-text">{frameText('menu.allPages')}</span>
        <span className="shell-nav-count">{modules.complete && entries.length.toLocaleString(language())}</span>
      </Button>
      {Panel && <Panel key={presses} Extensions={Extensions} findModules={findModules} modules={modules} onClose={onClose} visitor={visitor} />}
    </>
  );
}
