import { showToast } from '@atrium/page-kit/site';
import type { ShownPreview } from '@atrium/releases/wire';
import { use, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { frameText } from '../frame/messages.ts';
import { Listeners } from '../runtime/listeners.ts';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';
import type { InspectorProps } from './inspector.tsx';
import type { InspectedTab } from './parts.ts';

const KEY = 'atrium-inspector';

/** Whether the inspector is open in this tab. An open inspector opens again after a reload. */
export class InspectorView {
  #isOpen = takeStoredState();
  /** How often the user opened it on this page, instead of before a reload. Each time it takes the focus. */
  timesOpened = 0;
  readonly #listeners = new Listeners();

  constructor() {
    // The page may be reloaded to replace a part. A listener of `pagehide` does not keep browsers from storing the page for "back".
    window.addEventListener('pagehide', () => this.#isOpen && storeState());
    // After "back", a stored page continues without a constructor.
    window.addEventListener('pageshow', () => void takeStoredState());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  readonly open = (): void => {
    this.timesOpened += 1;
    this.#set(true);
  };

  readonly close = (): void => this.#set(false);

  readonly subscribe = this.#listeners.subscribe;

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#listeners.notify();
  }
}

function storeState(): void {
  try {
    sessionStorage.setItem(KEY, 'open');
  } catch {
    // Storage is full or blocked: the user opens it again.
  }
}

function takeStoredState(): boolean {
  try {
    const isStored = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isStored;
  } catch {
    return false;
  }
}

interface Props {
  readonly tab: InspectedTab;
  readonly view: InspectorView;
  /** The tab's preview; null for none. */
  readonly preview: ShownPreview | null;
  /** Loads the inspector, once. */
  readonly load: () => Promise<ComponentType<InspectorProps>>;
}

/** Shows the inspector once it has been opened and its code has loaded. */
export function InspectorHost({ tab, view, preview, load }: Props) {
  const auth = use(AuthModuleContext)?.auth ?? null;
  const isOpen = useSyncExternalStore(view.subscribe, () => view.isOpen);
  const timesOpened = useSyncExternalStore(view.subscribe, () => view.timesOpened);
  const [Inspector, setInspector] = useState<ComponentType<InspectorProps> | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    load().then(
      (loaded) => setInspector(() => loaded),
      () => {
        view.close();
        showToast({ tone: 'error', text: frameText('toast.inspectorNotLoaded') });
      },
    );
  }, [isOpen, load, view]);
  if (!isOpen || !Inspector) return null;
  // Outside of the notices, a live region that would announce every change of a row.
  return createPortal(<Inspector tab={tab} auth={auth} preview={preview} timesOpened={timesOpened} onClose={view.close} />, document.body);
}
