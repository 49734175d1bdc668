import { showToast } from '@atrium/page-kit/site';
import { useState, type ComponentType } from 'react';
import { frameText } from '../frame/messages.ts';

/** A part of the page that a press on a button shows, and whose code loads then. */
export interface PartOnPress<Props> {
  /** Null until it has loaded, and after {@link close}. */
  readonly Part: ComponentType<Props> | null;
  readonly isLoading: boolean;
  /** Loads the code and shows the part. If that fails, a toast says so. */
  readonly open: () => Promise<void>;
  readonly close: () => void;
  /** Event handlers for the button, which load the code when the user is about to press it. */
  readonly intent: { readonly onFocus: () => void; readonly onPointerEnter: () => void };
}

/** Loads a part of the page when its button is pressed. */
export function useLoadOnPress<Props>(load: () => Promise<ComponentType<Props>>): PartOnPress<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    try {
      const loaded = await load();
      setPart(() => loaded);
    } catch (error) {
      reportError(error);
      showToast({ tone: 'error', text: frameText('menu.failed') });
    } finally {
      setLoading(false);
    }
  };
  const prefetch = () => {
    // A failure shows when the user presses the button.
    load().catch(() => undefined);
  };
  return { Part, isLoading, open, close: () => setPart(null), intent: { onFocus: prefetch, onPointerEnter: prefetch } };
}
