import { DirectionProvider } from '@base-ui/react/direction-provider';
import { createContext, use, type ReactNode } from 'react';

/** Tells Base UI the direction of the page's text, which decides what arrow keys do and on which side popups open. */
export function Direction({ children }: { readonly children: ReactNode }) {
  return <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>{children}</DirectionProvider>;
}

/** True inside a dialog, which contains its popups. */
export const InDialog = createContext(false);

/** The element that popups are rendered into: the page's landmark, which screen readers know. Undefined inside a dialog. */
export function usePopupContainer(): HTMLElement | undefined {
  const isInDialog = use(InDialog);
  return isInDialog ? undefined : (document.getElementById('content') ?? undefined);
}
