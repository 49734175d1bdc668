import { DirectionProvider } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

/** Tells the library which way the page's text runs: it goes for arrow keys, and for the side on which popups open. */
export function Direction({ children }: { readonly children: ReactNode }) {
  return <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>{children}</DirectionProvider>;
}
