import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Whether a page around this one waits already, and has something in front of it. */
const AroundWaits = createContext(false);

interface KeptPageProps {
  /** The page stays as it is, but nobody can see or use it. */
  readonly isWaiting: boolean;
  /** What stands in front of the page while it waits. */
  readonly over: ReactNode;
  readonly children: ReactNode;
}

/** Puts the focus back to where it was before the page had to wait. Stands before what takes it: effects run in that order. */
function ReturnFocus({ isWaiting }: Pick<KeptPageProps, 'isWaiting'>) {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isWaiting) {
      focused.current = document.activeElement;
      return;
    }
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isWaiting]);
  return null;
}

/**
 * A page that can be made to wait without losing anything that was typed. It is not shown meanwhile: the person may have
 * logged out in another tab and left.
 */
export function KeptPage({ isWaiting, over, children }: KeptPageProps) {
  const isCovered = useContext(AroundWaits);
  return (
    <>
      <div inert={isWaiting} style={{ display: 'contents', visibility: isWaiting ? 'hidden' : undefined }}>
        <AroundWaits value={isWaiting}>{children}</AroundWaits>
      </div>
      <ReturnFocus isWaiting={isWaiting} />
      {!isCovered && over}
    </>
  );
}
