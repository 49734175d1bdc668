import { createContext, use } from 'react';

/** Whether what is drawn is inside of a dialog, which keeps its popups with it. */
export const InDialog = createContext(false);

/** Where popups go: into the page's landmark, which screen readers know, beside the page itself. */
export function usePopupContainer(): HTMLElement | undefined {
  const isInDialog = use(InDialog);
  return isInDialog ? undefined : (document.getElementById('content') ?? undefined);
}
