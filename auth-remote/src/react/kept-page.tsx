import { useLayoutEffect, type ReactNode } from 'react';

interface KeptPageProps {
  /** The page stays as it is, but nobody can use it. */
  readonly isWaiting: boolean;
  /** What stands over the page while it waits. */
  readonly over: ReactNode;
  readonly children: ReactNode;
}

/** A page that can be made to wait without losing anything that was typed. The focus returns to where it was. */
export function KeptPage({ isWaiting, over, children }: KeptPageProps) {
  useLayoutEffect(() => {
    if (!isWaiting) return undefined;
    // Before the dialog takes it: that is shown in an effect after this one.
    const focused = document.activeElement;
    return () => {
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, [isWaiting]);
  return (
    <>
      <div inert={isWaiting} style={{ display: 'contents' }}>
        {children}
      </div>
      {over}
    </>
  );
}
