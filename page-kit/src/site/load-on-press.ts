import { useEffect, useRef, useState, type ComponentType } from 'react';

/** A part of a page that a button opens, and whose code loads then. */
export interface PartOnPress<Props extends object> {
  /** Null until it has loaded, and after {@link close}. */
  readonly Part: ComponentType<Props> | null;
  /** Whether the button was pressed and the code is loading. */
  readonly busy: boolean;
  /** Event handlers for the button. The code loads when the user is about to press it. */
  readonly button: { readonly onClick: () => void; readonly onFocus: () => void; readonly onPointerEnter: () => void };
  /** Removes the part. A part that closes itself, such as a dialog with `open`, can stay. */
  readonly close: () => void;
}

/**
 * Loads the component that a button opens: a dialog, a menu or a panel. It does not appear if the user presses Escape while it loads,
 * presses another button or link, or writes in a field: it would come in between.
 *
 * @param load loads the component. It is called again for every press, and after failures.
 * @param onFailure shows that the code did not load after a press
 */
export function useLoadOnPress<Props extends object>(load: () => Promise<ComponentType<Props>>, onFailure: (error: unknown) => void): PartOnPress<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [busy, setBusy] = useState(false);
  const press = useRef<AbortController | null>(null);
  useEffect(() => () => press.current?.abort(), []);

  function prepare(): void {
    // Only a head start: a press loads again, and reports a failure.
    load().catch(() => undefined);
  }

  async function open(): Promise<void> {
    press.current?.abort();
    const current = new AbortController();
    press.current = current;
    const { signal } = current;
    const end = () => {
      current.abort();
      setBusy(false);
    };
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    addEventListener('input', end, { capture: true, signal });
    // The button itself is busy, and ignores a second click.
    addEventListener('click', ({ target }) => !(target instanceof Element && target.closest('[aria-busy=true]')) && end(), { capture: true, signal });
    setBusy(true);
    try {
      const loaded = await load();
      if (signal.aborted) return;
      setPart(() => loaded);
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
    }
    end();
  }

  return { Part, busy, button: { onClick: () => void open(), onFocus: prepare, onPointerEnter: prepare }, close: () => setPart(null) };
}
