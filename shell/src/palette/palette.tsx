import { useCloseOnBack } from '@atrium/page-kit/close-on-back';
import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { Icon } from '@atrium/page-kit/icons';
import { usePreferences } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { useIsPlatformMember } from '../sign-in/platform-membership.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import type { OfferedCommand } from './commands.ts';
import { matchingSections, ownShortcuts, shortcutSections, startSections, type PaletteContent, type PaletteEntry } from './entries.ts';
import { paletteText } from './messages.ts';
import { Keys, Section } from './palette-section.tsx';
import { ProviderSearch, type OfferedProvider, type ProviderOutcome } from './provider-search.ts';
import { commandKey, HAS_COMMAND_KEY } from './search-button.tsx';
import { shellCommands } from './shell-commands.ts';
import { isPaletteKey } from './shortcuts.ts';

const NO_OUTCOMES: readonly ProviderOutcome[] = [];
const NEVER_CHANGES = () => () => undefined;

/** What the palette needs from the tab. */
export interface PaletteProps extends Omit<PaletteContent, 'own'> {
  readonly loads: SiteLoads;
  /** Null if the sign-in did not load: then no provider is asked. */
  readonly auth: AuthHandle | null;
  readonly providers: readonly OfferedProvider[];
  /** Whether the commands and providers are still being requested. */
  readonly isLoading: boolean;
  /** `shortcuts` lists the shortcuts until the user types. */
  readonly view: 'search' | 'shortcuts';
  /** What the user has typed before the palette appeared. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onCommand: (command: OfferedCommand) => void;
  readonly onOpen: (path: string) => void;
  readonly onInspect: () => void;
  readonly onListShortcuts: () => void;
  /** Whether the tab shows a preview: then every user may inspect the page. */
  readonly hasPreview: boolean;
}

/** The command palette: a dialog with a field, and a list of pages, commands and search results. */
export default function Palette({ loads, auth, providers, isLoading, view, typed, onClose, onCommand, onOpen, onInspect, onListShortcuts, hasPreview, ...rest }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState(typed);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [search] = useState(() => auth && new ProviderSearch(loads, auth));
  const outcomes = useSyncExternalStore(search?.subscribe ?? NEVER_CHANGES, () => search?.outcomes ?? NO_OUTCOMES);
  const hide = useModal(dialog);
  const ids = useId();
  const hint = useId();
  const isMember = useIsPlatformMember(auth) === true;
  const own = shellCommands({ session: rest.visitor?.user ? auth : null, preferences: usePreferences(), inspect: hasPreview || isMember ? onInspect : null, listShortcuts: onListShortcuts });
  const content = { ...rest, own };

  const hasQuery = query.trim() !== '';
  const listsShortcuts = view === 'shortcuts' && !hasQuery;
  const sections = hasQuery ? matchingSections(query, content, outcomes) : listsShortcuts ? shortcutSections(content) : startSections(content);
  const entries = sections.flatMap((section) => section.entries);
  const active = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const isSearching = isLoading || outcomes.some(({ status }) => status === 'waiting');
  // Now, not with the dialog's event, which is sent later: the next key may open the palette again.
  const close = () => {
    hide();
    onClose();
  };
  useCloseOnBack(true, close);
  const optionId = ({ id }: PaletteEntry) => `${ids}-${entries.findIndex((entry) => entry.id === id)}`;

  useEffect(() => search?.setQuery(query, providers), [search, query, providers]);
  useEffect(() => () => search?.stop(), [search]);
  const activeOption = active && optionId(active);
  useEffect(() => {
    if (activeOption !== undefined) document.getElementById(activeOption)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeOption]);

  function choose({ choose: chosen }: PaletteEntry, inNewTab: boolean): void {
    // The focus returns to the page before the command or the next page takes it.
    close();
    const path = 'path' in chosen ? chosen.path : 'command' in chosen ? chosen.command.path : null;
    if (inNewTab && path !== null) window.open(path, '_blank', 'noopener');
    else if ('run' in chosen) chosen.run();
    else if ('command' in chosen) onCommand(chosen.command);
    else onOpen(chosen.path);
  }

  function retry(provider: OfferedProvider): void {
    search?.retry(provider);
    // The button disappears.
    dialog.current?.querySelector('input')?.focus();
  }

  function closeByKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && !isPaletteKey(event.nativeEvent))) return;
    event.preventDefault();
    close();
  }

  function moveOrChoose(event: KeyboardEvent): void {
    const inNewTab = event.key === 'Enter' && isNewTab(event);
    // The others edit the query or select parts of it.
    if (event.shiftKey || event.altKey || ((event.ctrlKey || event.metaKey) && !inNewTab)) return;
    const next = nextIndex(event.key, active ? entries.indexOf(active) : -1, entries.length);
    if (event.nativeEvent.isComposing || (next === null && event.key !== 'Enter')) return;
    event.preventDefault();
    if (next !== null) setChosenId(entries[next]?.id ?? null);
    else if (active) choose(active, inNewTab);
  }

  return (
    // The dialog's own area is its backdrop: the content covers the rest.
    <dialog
      aria-label={paletteText('title')}
      className="palette"
      onClick={({ target }) => target === dialog.current && close()}
      // The browser can close a dialog itself, for example with a gesture. Strict mode closes it and shows it again.
      onClose={() => dialog.current?.open === false && onClose()}
      onKeyDown={closeByKey}
      ref={dialog}
    >
      <div className="palette-content">
        <div className="palette-field">
          <Glass />
          <input
            aria-activedescendant={activeOption}
            aria-autocomplete="list"
            aria-controls={entries.length > 0 ? ids : undefined}
            aria-describedby={view === 'search' ? hint : undefined}
            aria-expanded={entries.length > 0}
            aria-label={paletteText('field')}
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            className="palette-input"
            // An empty field with "auto" would be left to right, and its placeholder at the wrong end.
            dir={query === '' ? undefined : 'auto'}
            enterKeyHint="go"
            maxLength={200}
            onChange={(event) => {
              setQuery(event.target.value);
              setChosenId(null);
            }}
            onKeyDown={moveOrChoose}
            placeholder={paletteText('field')}
            role="combobox"
            spellCheck={false}
            type="text"
            value={query}
          />
          <button className="palette-close" onClick={close} type="button">
            <span className="atrium-visually-hidden">{paletteText('close')}</span>
            {/* A part of the name, so that people who speak what they see can press it (WCAG 2.2, 2.5.3). */}
            <kbd>Esc</kbd>
            <Cross />
          </button>
        </div>
        {/* Often, nothing in it takes the focus, and it scrolls with the keyboard all the same (WCAG 2.2, 2.1.1). */}
        <div className="palette-scroll" tabIndex={0}>
          {entries.length > 0 && (
            <div aria-label={paletteText('results')} className="palette-list" id={ids} role="listbox">
              {sections.map((section) => (
                <Section active={active} key={section.id} onChoose={(entry, event) => choose(entry, isNewTab(event))} onPoint={setChosenId} optionId={optionId} query={query} section={section} />
              ))}
            </div>
          )}
          {listsShortcuts && <OwnShortcuts isEmpty={entries.length === 0} />}
          <Remarks isEmpty={entries.length === 0 && !listsShortcuts} isSearching={isSearching} onRetry={retry} outcomes={outcomes} query={query} />
        </div>
        <Footer hint={hint} listsShortcuts={view === 'shortcuts'} />
        <p className="atrium-visually-hidden" role="status">
          {isSearching ? '' : entries.length === 0 ? paletteText('none') : paletteText('count', { count: entries.length })}
        </p>
      </div>
    </dialog>
  );
}

/** Shows the dialog while the component is mounted, and returns the function that closes it. The focus returns to where it was. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): () => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    if (!current.contains(document.activeElement)) before.current = document.activeElement;
    current.showModal();
    current.querySelector('input')?.focus();
    return () => current.close();
  }, [dialog]);
  return () => {
    dialog.current?.close();
    const isLost = document.activeElement === document.body || dialog.current?.contains(document.activeElement) === true;
    if (isLost && before.current instanceof HTMLElement) before.current.focus();
  };
}

/** Whether the browser would open a link in another tab, for the keys that are held. */
function isNewTab({ metaKey, ctrlKey }: Pick<KeyboardEvent, 'metaKey' | 'ctrlKey'>): boolean {
  return HAS_COMMAND_KEY ? metaKey : ctrlKey;
}

/** The index that a key moves to; null for keys that move nothing. The arrows wrap around. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return index <= 0 ? count - 1 : index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** What the list of shortcuts ends with: those of the palette, which are no commands. */
function OwnShortcuts({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <>
      {isEmpty && <p className="palette-remark">{paletteText('noShortcuts')}</p>}
      <ul className="palette-shortcuts">
        {ownShortcuts().map(({ title, icon, shortcut }) => (
          <li key={shortcut}>
            <Icon name={icon} />
            <span className="palette-title">{title}</span>
            <Keys shortcut={shortcut} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RemarksProps {
  readonly outcomes: readonly ProviderOutcome[];
  readonly isEmpty: boolean;
  readonly isSearching: boolean;
  readonly query: string;
  readonly onRetry: (provider: OfferedProvider) => void;
}

/** What the list cannot show: that providers failed, are still searching, or that nothing was found. */
function Remarks({ outcomes, isEmpty, isSearching, query, onRetry }: RemarksProps) {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return (
    <>
      {isSearching && <p className="palette-remark">{paletteText('searching')}</p>}
      {isEmpty && !isSearching && <p className="palette-remark">{query.trim() === '' ? paletteText('none') : paletteText('noneFor', { query: query.trim() })}</p>}
      <div role="status">
        {failed.map(({ provider }) => (
          <p className="palette-failure" key={`${provider.module.manifest.name}.${provider.key}`}>
            <Failed />
            {paletteText('failed', { provider: localizedText(provider.declaration.title) })}
            <Button className="atrium-button-small" onClick={() => onRetry(provider)}>{message('failure.retry')}</Button>
          </p>
        ))}
      </div>
    </>
  );
}

/** Explains the keys of the list. With the list of shortcuts, it also switches the single-key ones off, and while they are off, on again. */
function Footer({ hint, listsShortcuts }: { readonly hint: string; readonly listsShortcuts: boolean }) {
  const preferences = usePreferences();
  const [hasSetting] = useState(listsShortcuts || preferences?.singleKeyShortcuts === false);
  return (
    <div className="palette-footer">
      <span aria-hidden="true" className="palette-hint"><kbd>↑</kbd><kbd>↓</kbd> {paletteText('footer.move')}</span>
      <span aria-hidden="true" className="palette-hint"><kbd>↵</kbd> {paletteText('footer.choose')}</span>
      {/* Also the description of the field: people who do not see it expect the other keys of a list, but not this one. */}
      {!listsShortcuts && <span aria-hidden="true" className="palette-hint" id={hint}><bdi dir="ltr"><kbd>{commandKey()}</kbd><kbd>↵</kbd></bdi> {paletteText('footer.newTab')}</span>}
      {preferences && hasSetting && (
        <label className="palette-setting">
          <input checked={preferences.singleKeyShortcuts} className="atrium-checkbox" onChange={({ target }) => preferences.choose({ singleKeyShortcuts: target.checked })} type="checkbox" />
          {paletteText('footer.singleKeys')}
        </label>
      )}
    </div>
  );
}

function Glass() {
  return <svg aria-hidden="true" className="palette-icon" viewBox="0 0 16 16"><path d="M11 11l3.5 3.5M7 12.5a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11z" /></svg>;
}

function Failed() {
  return <svg aria-hidden="true" className="palette-icon" viewBox="0 0 16 16"><path d="M8 14.5a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM8 4.5v4.25M8 11.25v.25" /></svg>;
}

function Cross() {
  return <svg aria-hidden="true" className="palette-icon" viewBox="0 0 16 16"><path d="m3 3 10 10M13 3 3 13" /></svg>;
}
