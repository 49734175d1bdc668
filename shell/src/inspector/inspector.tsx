import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { formatDateTime, language } from '@atrium/page-kit/messages';
import { Button } from '@atrium/page-kit/ui';
import type { ShownPreview } from '@atrium/releases/wire';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useReducer, useRef, useState, useSyncExternalStore, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { Cross } from '../frame/dismiss-button.tsx';
import { useTabModules } from '../runtime/hooks.ts';
import type { TabModules } from '../runtime/tab-modules.ts';
import { useIsPlatformMember } from '../sign-in/platform-membership.ts';
import { localizedText } from '../texts/document-language.ts';
import { inspectorText } from './messages.ts';
import { Outlines } from './outlines.tsx';
import { PartDetails } from './part-details.tsx';
import { partsOnPage, type InspectedTab, type Part } from './parts.ts';
import { onFilesLoaded } from './release-files.ts';
import { goBackToLive } from './replacement.ts';

/** What the inspector needs from the tab. */
export interface InspectorProps {
  readonly tab: InspectedTab;
  /** Null if the sign-in did not load. */
  readonly auth: AuthHandle | null;
  /** The tab's preview; null for none. */
  readonly preview: ShownPreview | null;
  /** How often the user opened it on this page. It takes the focus each time. */
  readonly timesOpened: number;
  readonly onClose: () => void;
}

/**
 * The inspector: a panel beside the page, for the platform team and for users with a preview. It closes when the user is
 * neither. That protects nothing, because it only shows what the tab knows; the server checks each of its requests.
 */
export default function Inspector({ auth, preview, onClose, ...props }: InspectorProps) {
  const isMember = useIsPlatformMember(auth);
  const isRefused = isMember === false && preview === null;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isRefused) close();
  }, [isRefused]);
  if (isRefused || (isMember === null && preview === null)) return null;
  return <Panel {...props} auth={auth} preview={preview} mayReplace={isMember === true} onClose={onClose} />;
}

interface PanelProps extends InspectorProps {
  /** Whether the user belongs to the platform team. */
  readonly mayReplace: boolean;
}

function Panel({ tab, auth, preview, mayReplace, timesOpened, onClose }: PanelProps) {
  const parts = usePartsOnPage(tab);
  const [openId, setOpenId] = useState<string | null>(null);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const [outlinesAll, setOutlinesAll] = useState(false);
  const panel = useFocus(timesOpened);
  const titleId = useId();
  const outlined = parts.filter(({ id }) => outlinesAll || id === (pointedId ?? openId));
  return (
    <>
      <Outlines parts={outlined} />
      <aside
        aria-labelledby={titleId}
        className="inspector"
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing && !nativeEvent.defaultPrevented) onClose();
        }}
        ref={panel}
      >
        <div className="inspector-head">
          <h2 id={titleId} tabIndex={-1}>{inspectorText('title')}</h2>
          <span className="inspector-count">{inspectorText('parts', { count: parts.length })}</span>
          <button aria-label={inspectorText('outlineAll')} aria-pressed={outlinesAll} className="inspector-icon" onClick={() => setOutlinesAll(!outlinesAll)} title={inspectorText('outlineAll')} type="button">
            <Eye />
          </button>
          <button aria-label={inspectorText('close')} className="inspector-icon" onClick={onClose} title={inspectorText('close')} type="button">
            <Cross />
          </button>
        </div>
        {preview && <Replaced preview={preview} modules={tab.loads.modules} />}
        <div aria-hidden="true" className="inspector-columns">
          <span>{inspectorText('column.part')}</span>
          <span>{inspectorText('column.release')}</span>
          <span>{inspectorText('column.load')}</span>
          <span>{inspectorText('column.errors')}</span>
        </div>
        <ul className="inspector-parts">
          {parts.map((part) => (
            <PartRow isOpen={part.id === openId} key={part.id} onOpen={(isOpen) => setOpenId(isOpen ? part.id : null)} onPoint={setPointedId} part={part}>
              <PartDetails auth={auth} key={part.name} mayReplace={mayReplace} part={part} preview={preview?.name === part.name ? preview : null} live={tab.loads.modules.named(part.name)?.previous ?? null} />
            </PartRow>
          ))}
        </ul>
      </aside>
    </>
  );
}

/** Says which part another release replaces in this tab. */
function Replaced({ preview: { name, release, expires }, modules }: { readonly preview: ShownPreview; readonly modules: TabModules }) {
  const [busy, startAction] = useTransition();
  const module = modules.named(name);
  return (
    <div className="inspector-replaced">
      <p>{inspectorText('replaced', { name: module ? localizedText(module.manifest.title) : name, release, time: formatDateTime(expires * 1000) })}</p>
      <Button busy={busy} className="atrium-button-small" onClick={() => startAction(goBackToLive)}>{inspectorText('goBack')}</Button>
    </div>
  );
}

interface PartRowProps {
  readonly part: Part;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Called with the id of the part that the user points at or focuses; null when that ends. */
  readonly onPoint: (id: string | null) => void;
  /** The details. */
  readonly children: React.ReactNode;
}

function PartRow({ part: { id, title, place, name, owner, release, loadTime, failures }, isOpen, onOpen, onPoint, children }: PartRowProps) {
  const detailsId = useId();
  return (
    <li className="inspector-part" data-open={isOpen || undefined}>
      <button
        aria-controls={isOpen ? detailsId : undefined}
        aria-expanded={isOpen}
        className="inspector-row"
        onBlur={() => onPoint(null)}
        onClick={() => onOpen(!isOpen)}
        onFocus={() => onPoint(id)}
        onPointerEnter={() => onPoint(id)}
        onPointerLeave={() => onPoint(null)}
        type="button"
      >
        <span className="inspector-name">
          <span dir="auto">{title}</span>
          <span className="inspector-place" dir="auto">{[name, owner ?? place].filter((text) => text !== null).join(' · ')}</span>
        </span>
        <span className="inspector-release" dir="ltr">{release.slice(0, 8)}</span>
        <span>{loadTime === null ? '–' : milliseconds(loadTime)}</span>
        <span className={failures.count > 0 ? 'inspector-bad' : 'inspector-none'}>
          <span aria-hidden="true">{failures.count.toLocaleString(language())}</span>
          <span className="atrium-visually-hidden">{inspectorText('errors', { count: failures.count })}</span>
        </span>
      </button>
      {isOpen && <div className="inspector-details" id={detailsId}>{children}</div>}
    </li>
  );
}

/** The parts of the page, renewed with each navigation, release, extension, failure and loaded file. */
function usePartsOnPage(tab: InspectedTab): readonly Part[] {
  const { loads, placed, failures } = tab;
  const { pathname } = useLocation();
  useTabModules(loads.modules);
  useSyncExternalStore(placed.subscribe, () => placed.list);
  useSyncExternalStore(failures.subscribe, () => failures.lists);
  const [, renew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onFilesLoaded(renew), []);
  return partsOnPage(tab, pathname);
}

/** Moves the focus to the heading of the panel each time that it is opened, and back to where it was when the panel closes. */
function useFocus(timesOpened: number): React.RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const { current } = panel;
    if (timesOpened > 0) current?.querySelector('h2')?.focus();
    return () => {
      const isLost = document.activeElement === document.body || current?.contains(document.activeElement) === true;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, [timesOpened]);
  return panel;
}

function milliseconds(time: number): string {
  return Math.round(time).toLocaleString(language(), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' });
}

function Eye() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16">
      <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8zm7 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" />
    </svg>
  );
}
