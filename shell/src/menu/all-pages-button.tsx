import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react';
import { HEADER_ENTRIES, menuEntries, type MenuEntry } from '../frame/menu-entries.ts';
import { frameText } from '../frame/messages.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { MenuPanelProps } from './menu-panel.tsx';

/** The least width of a link whose label does not fit, in CSS pixels. */
const MIN_CUT_WIDTH = 80;

export interface AllPagesButtonProps extends Pick<MenuPanelProps, 'modules' | 'visitor' | 'findModules'> {
  readonly loadPanel: () => Promise<ComponentType<MenuPanelProps>>;
  /** Loads the button's style sheet. */
  readonly loadStyles: () => Promise<void>;
}

/** Opens the panel with all pages. It appears when the header cannot show all entries, at the end of its row. */
export function AllPagesButton({ modules, visitor, loadPanel, loadStyles, findModules }: AllPagesButtonProps) {
  const list = useTabModules(modules);
  const entries = useMemo(() => menuEntries(list, visitor), [list, visitor]);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isStyled, setStyled] = useState(false);
  const overflows = useOverflow(place, entries, isStyled);
  // An incomplete list has the first entries: if those fill the header, there may be more.
  const isNeeded = overflows === true || entries.length > HEADER_ENTRIES || (entries.length === HEADER_ENTRIES && !modules.complete);
  // Until the links are measured, the space stays as the style sheet of the first screen reserved it.
  const isReserved = isNeeded || (overflows === null && entries.length === HEADER_ENTRIES);
  const [Panel, setPanel] = useState<ComponentType<MenuPanelProps> | null>(null);
  const [isLoading, setLoading] = useState(false);

  useEffect(() => {
    void loadStyles().then(() => setStyled(true));
  }, [loadStyles]);
  const open = async () => {
    setLoading(true);
    try {
      const panel = await loadPanel();
      setPanel(() => panel);
    } catch (error) {
      reportError(error);
      showToast({ tone: 'error', text: frameText('menu.failed') });
    } finally {
      setLoading(false);
    }
  };
  const prefetch = () => {
    // A failure shows when the user presses the button.
    loadPanel().catch(() => undefined);
  };
  const close = () => {
    // The focus may already be on the heading of another page.
    if (document.activeElement === document.body || place.current?.contains(document.activeElement)) button.current?.focus();
    setPanel(null);
  };
  return (
    <div ref={place} className={`shell-nav-end ${isReserved ? 'shell-nav-more' : ''}`}>
      {isStyled && isNeeded && (
        <Button
          ref={button}
          aria-expanded={Panel !== null}
          aria-haspopup="dialog"
          busy={isLoading}
          className="shell-all-pages"
          onClick={() => void open()}
          onFocus={prefetch}
          onPointerEnter={prefetch}
        >
          <svg aria-hidden="true" viewBox="0 0 16 16"><path d="M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z" /></svg>
          {frameText('menu.allPages')}
          {/* Reserves the number's space until it is known. */}
          <span className="shell-all-pages-count">{modules.complete && entries.length.toLocaleString(language())}</span>
        </Button>
      )}
      {Panel && <Panel findModules={findModules} modules={modules} onClose={close} visitor={visitor} />}
    </div>
  );
}

/**
 * Hides the links that do not fit into the header's row, so that they cannot get the focus: its styles only clip them. The
 * links are on the first screen and this code is not, so it finds them in the document.
 *
 * @param entries whose links are in the header
 * @param isStyled whether the button's style sheet has loaded
 * @returns whether the links would not fit even without the button; null until that is known
 */
function useOverflow(place: RefObject<HTMLElement | null>, entries: readonly MenuEntry[], isStyled: boolean): boolean | null {
  const [overflows, setOverflows] = useState<boolean | null>(null);
  useLayoutEffect(() => {
    const row = place.current?.closest<HTMLElement>('.shell-nav');
    const links = [...(row?.querySelectorAll<HTMLElement>('.shell-nav-link') ?? [])];
    const [first] = links;
    const list = first?.parentElement;
    if (!row || !list || !isStyled) return undefined;
    const fit = () => {
      const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
      const width = links.reduce((sum, link) => sum + link.offsetWidth + gap, -gap);
      // Widths are rounded.
      setOverflows(width > row.clientWidth + links.length || isCutOff(first));
      for (const link of links) link.style.visibility = link.offsetTop > first.offsetTop || isCutOff(link) ? 'hidden' : '';
    };
    // It calls the function once before the next paint. The list's width changes with the button.
    const observer = new ResizeObserver(fit);
    observer.observe(list);
    return () => observer.disconnect();
  }, [place, entries, isStyled]);
  return overflows;
}

/** Whether so little of a label fits that a user could not recognize it. */
function isCutOff(link: HTMLElement): boolean {
  return link.scrollWidth > link.offsetWidth && link.offsetWidth < MIN_CUT_WIDTH;
}
