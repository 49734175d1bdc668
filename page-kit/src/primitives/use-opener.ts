import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back when a dialog has closed: to the control that had it before, or to the button of the menu that the
 * dialog was chosen from. Where that is gone with what was done, or something else has taken the focus, it stays there:
 * the library itself would take it from the heading of a page that has come, or from the neighbour of what was deleted.
 *
 * @returns what the library asks for the place, which is told that there is none
 */
export function useOpener(open: boolean): () => false {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = openerNow();
  }, [open]);
  return () => {
    // After the effects of whatever comes in its place.
    setTimeout(() => document.activeElement === document.body && opener.current?.focus());
    return false;
  };
}

function openerNow(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const control = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
  return control instanceof HTMLElement && control !== document.body ? control : null;
}
