import { useCloseOnBack } from '@atrium/page-kit/close-on-back';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Cross } from '../frame/dismiss-button.tsx';
import { menuEntries } from '../frame/menu-entries.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { MenuVisitor } from '../runtime/open-tab.ts';
import type { TabModules } from '../runtime/tab-modules.ts';
import { countPages, filterSections, menuSections, type MenuSection } from './menu-sections.ts';
import { MenuIcon } from './menu-icon.tsx';
import { menuText } from './messages.ts';

export interface MenuPanelProps {
  readonly modules: TabModules;
  readonly visitor: MenuVisitor;
  /** The modules' sections below the menu, which narrow windows show here. */
  readonly Extensions: ComponentType;
  /** Fetches the modules that the tab does not know yet. Resolves to false if the tab still does not know all of them. */
  readonly findModules: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** All pages of the site's menu, in sections, with a filter. A modal dialog, which on phones covers the screen. */
export function MenuPanel({ modules, visitor, Extensions, findModules, onClose }: MenuPanelProps) {
  const list = useTabModules(modules);
  const sections = useMemo(() => menuSections(menuEntries(list, visitor), menuText('other')), [list, visitor]);
  const [query, setQuery] = useState('');
  const shown = filterSections(sections, useDeferredValue(query));
  const [searchFailed, retry] = useModuleSearch(findModules);
  const dialog = useDialog();
  useCloseOnBack(true, () => dialog.current?.close());
  const navigate = useNavigate();
  const filter = useRef<HTMLInputElement>(null);
  // A complete list only gets groups, icons and texts of other languages from the response.
  const hasFailed = searchFailed && !modules.complete;
  const isComplete = modules.complete || hasFailed;
  const all = menuText('count', { count: countPages(sections) });

  const openFirst = () => {
    // Not of `shown`, which may still be that of an earlier query.
    const first = query === '' ? undefined : filterSections(sections, query)[0]?.pages[0];
    if (first) void navigate(first.path);
    else dialog.current?.querySelector('a')?.focus();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={menuText('title')}
      className="shell-menu"
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
      onClose={onClose}
      // Links prefetch their page when they are focused or pointed at: on the way through this list, that would be all pages.
      onFocus={(event) => event.stopPropagation()}
      onPointerOver={(event) => event.stopPropagation()}
      onKeyDown={(event) => moveFocus(event, filter.current)}
    >
      <div className="shell-menu-head">
        <h2 className="shell-menu-title">{menuText('title')}</h2>
        <p className="shell-menu-count" role="status">
          {isComplete && (query === '' ? all : menuText('matches', { matches: countPages(shown), all }))}
        </p>
        <form
          className="shell-menu-filter"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            openFirst();
          }}
        >
          <MenuIcon name="search" />
          <input
            ref={filter}
            aria-label={menuText('filter')}
            autoCapitalize="none"
            autoComplete="off"
            className="atrium-input"
            enterKeyHint="go"
            onChange={({ target }) => setQuery(target.value)}
            placeholder={menuText('filter')}
            spellCheck={false}
            value={query}
          />
        </form>
        <Button className="shell-dismiss" onClick={() => dialog.current?.close()}>
          <span className="atrium-visually-hidden">{menuText('close')}</span>
          <Cross />
        </Button>
      </div>
      <div className="shell-menu-list">
        {hasFailed && (
          <Alert>
            <p>{menuText('incomplete')}</p>
            <Button
              onClick={() => {
                retry();
                // The button disappears.
                filter.current?.focus();
              }}
            >
              {menuText('retry')}
            </Button>
          </Alert>
        )}
        {!isComplete && <Skeleton lines={10} />}
        {isComplete && shown.map((section) => <Section key={section.id} section={section} />)}
        {isComplete && shown.length === 0 && query !== '' && <p className="shell-menu-none">{menuText('noMatch', { query })}</p>}
        {/* Last, so that nothing moves when they load. */}
        {visitor === 'signed-in' && query === '' && <div className="shell-menu-extensions"><Extensions /></div>}
      </div>
    </dialog>
  );
}

function Section({ section: { title, pages } }: { readonly section: MenuSection }) {
  const id = useId();
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={id} className="shell-menu-section">
      <h3 className="shell-menu-heading" id={id}>{title}</h3>
      <ul className="shell-menu-pages">
        {pages.map(({ path, label, icon }) => (
          <li key={path}>
            <Link aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined} className="shell-menu-link" to={path}>
              <MenuIcon name={icon} />
              <span className="shell-menu-label">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for modules that the tab does not know. @returns whether that failed, and the function that asks again */
function useModuleSearch(findModules: () => Promise<boolean>) {
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  useEffect(() => {
    void findModules().then((hasResponse) => !hasResponse && setFailedAttempt(attempt));
  }, [findModules, attempt]);
  return [failedAttempt === attempt, () => setAttempt(attempt + 1)] as const;
}

/** Opens the dialog when it appears, and closes it after a navigation. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const [openedAt] = useState(key);
  useEffect(() => {
    if (key !== openedAt) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [key, openedAt]);
  return dialog;
}

/** Moves the focus among the links: the arrow keys as the links are on screen, Home and End. Letters go to the filter. */
function moveFocus(event: KeyboardEvent<HTMLDialogElement>, filter: HTMLInputElement | null): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...currentTarget.querySelectorAll('a')];
  const index = target instanceof HTMLAnchorElement ? links.indexOf(target) : -1;
  if (index === -1 && !(key === 'ArrowDown' && target === filter)) return;
  const next = nextLink(key, links, index) ?? (key === 'ArrowUp' || isLetter(key) ? filter : null);
  if (!next) return;
  // The browser adds a letter to the filter, which has the focus by then.
  if (!isLetter(key)) event.preventDefault();
  next.focus();
}

function isLetter(key: string): boolean {
  return /^\S$/u.test(key);
}

function nextLink(key: string, links: readonly HTMLAnchorElement[], index: number): HTMLAnchorElement | undefined {
  const isRightToLeft = document.documentElement.dir === 'rtl';
  switch (key) {
    case 'ArrowDown':
      return index === -1 ? links[0] : nearest(links.slice(index + 1), links[index]);
    case 'ArrowUp':
      return nearest(links.slice(0, index).reverse(), links[index]);
    case 'ArrowRight':
      return links[index + (isRightToLeft ? -1 : 1)];
    case 'ArrowLeft':
      return links[index + (isRightToLeft ? 1 : -1)];
    case 'Home':
      return links[0];
    case 'End':
      return links.at(-1);
    default:
      return undefined;
  }
}

/** The link closest to the given one in the first of the other links' rows. */
function nearest(links: readonly HTMLAnchorElement[], from: HTMLAnchorElement | undefined): HTMLAnchorElement | undefined {
  if (!from) return undefined;
  const { top, bottom, left } = from.getBoundingClientRect();
  const boxes = links.map((link) => ({ link, box: link.getBoundingClientRect() }));
  const others = boxes.filter(({ box }) => box.top >= bottom || box.bottom <= top);
  const row = others.filter(({ box }) => box.top === others[0]?.box.top);
  const distance = ({ box }: (typeof row)[number]) => Math.abs(box.left - left);
  return row.sort((one, other) => distance(one) - distance(other))[0]?.link;
}
