import { useEffect, useEffectEvent } from 'react';

/** Windows in which "back" is a gesture or a button of the device, and popups cover most of the page. */
const TOUCH = '(max-width: 56rem), (pointer: coarse)';

/** Closes the open popups, the innermost last. */
const layers: (() => void)[] = [];

/**
 * Lets "back" close a popup instead of leaving the page, in narrow windows and on touch screens. It cancels the browser's
 * navigation and adds no history entry, so the history is the same as without the popup, also after a reload or a link inside it.
 * Browsers without the Navigation API leave the page. So do all of them if "back" leads to another document: a page cannot prevent that.
 */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeLayer = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const layer = () => closeLayer();
    if (layers.push(layer) === 1) window.navigation?.addEventListener('navigate', closeInnermost);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.navigation?.removeEventListener('navigate', closeInnermost);
    };
  }, [open]);
}

function closeInnermost(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  const isBack = navigationType === 'traverse' && destination.index < (window.navigation.currentEntry?.index ?? 0);
  // Not cancelable: another document, or a second "back" without a press on the page in between.
  if (!isBack || !cancelable || !matchMedia(TOUCH).matches) return;
  event.preventDefault();
  layers.at(-1)?.();
}
