import { Button } from '@atrium/page-kit/ui';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { frameText } from './messages.ts';

/** Dismisses a toast or notice. The page takes the focus, which would be lost with the button. */
export function DismissButton({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Button
      className="shell-dismiss"
      onClick={() => {
        onDismiss();
        focusPage();
      }}
    >
      <span className="atrium-visually-hidden">{frameText('toast.dismiss')}</span>
      <Cross />
    </Button>
  );
}

/** The picture on buttons with the class `shell-dismiss`. */
export function Cross() {
  return <svg aria-hidden="true" viewBox="0 0 16 16"><path d="m3 3 10 10M13 3 3 13" /></svg>;
}

/** Moves the focus to the page when the focused button disappears. */
export function focusPage(): void {
  document.getElementById('content')?.focus();
}

/**
 * Moves the focus when the element with the returned ref disappears while it contains the focus: to the extension that it belongs to,
 * which may be in a dialog, or to the page.
 */
export function useFocusAfterRemoval(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = element.current;
    const extension = shown?.closest<HTMLElement>('.shell-extension');
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      if (!extension) return focusPage();
      if (!extension.hasAttribute('tabindex')) extension.tabIndex = -1;
      extension.focus();
    };
  }, []);
  return element;
}
