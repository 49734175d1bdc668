import { useState, type ComponentType } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { WorkspaceError } from '../../model/workspace-error.ts';

/** A part of a page that a button opens. */
interface LazyControl<Props extends object> {
  /** The part once it has loaded. */
  readonly Part: ComponentType<Props> | null;
  /** Whether the button was pressed and the part is loading. */
  readonly busy: boolean;
  /** Props for the button: the code loads when the user is about to press it. A failure is reported in a toast. */
  readonly button: { readonly onClick: () => void; readonly onFocus: () => void; readonly onPointerEnter: () => void };
}

/**
 * Loads the component that a button opens.
 * @param load pass the same function on every render
 */
export function useLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyControl<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [busy, setBusy] = useState(false);

  function prepare(): void {
    // Only a head start: pressing the button loads again, and reports a failure.
    load().catch(() => undefined);
  }

  async function open(): Promise<void> {
    setBusy(true);
    try {
      const loaded = await load();
      setPart(() => loaded);
    } catch (error) {
      showToast({ tone: 'error', text: new WorkspaceError('unreachable', error).message });
    }
    setBusy(false);
  }

  return { Part, busy, button: { onClick: () => void open(), onFocus: prepare, onPointerEnter: prepare } };
}
