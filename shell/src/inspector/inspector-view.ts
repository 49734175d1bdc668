const KEY = 'atrium-inspector';

/** Whether the inspector is open in this tab. */
export class InspectorView {
  #isOpen = takeRequest();
  /** Whether the user opened it on this page, instead of before a reload: then it takes the focus. */
  takesFocus = false;
  readonly #listeners = new Set<() => void>();

  get isOpen(): boolean {
    return this.#isOpen;
  }

  readonly open = (): void => {
    this.takesFocus = true;
    this.#set(true);
  };

  readonly close = (): void => this.#set(false);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen;
    for (const listener of this.#listeners) listener();
  }
}

/** Lets the inspector open again in the tab's next document. */
export function openAfterReload(): void {
  try {
    sessionStorage.setItem(KEY, 'open');
  } catch {
    // Storage is full or blocked: the user opens it again.
  }
}

function takeRequest(): boolean {
  try {
    const isRequested = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isRequested;
  } catch {
    return false;
  }
}
