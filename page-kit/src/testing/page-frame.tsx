import { Component, Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { dismissToast, onToasts, shownToasts } from '../site/toasts.ts';
import { Button, expectPageArrival, PageHeading } from '../ui/ui.ts';

/** Test id of what is shown while a page is loading. */
export const LOADING_MARK = 'atrium-page-loading';

/** Surrounds the page under test as the shell does. */
export function PageFrame({ children, onFailure }: { readonly children: ReactNode; readonly onFailure: (error: unknown) => void }) {
  const { pathname } = useLocation();
  const [visit, setVisit] = useState(0);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  // Only a failed page begins again at another path. A page that works keeps its state between two paths of its route.
  if (failedAt !== null && failedAt !== pathname) {
    setFailedAt(null);
    setVisit(visit + 1);
  }
  const onFailedPage = (error: unknown) => {
    setFailedAt(pathname);
    onFailure(error);
  };
  return (
    <>
      <NavigationEffects pathname={pathname} />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<div data-testid={LOADING_MARK} />}>
          <FailureBoundary key={visit} onFailure={onFailedPage}>
            {children}
          </FailureBoundary>
        </Suspense>
      </main>
      <Toasts />
    </>
  );
}

/** The toasts of the page. They do not disappear by themselves, so that tests have time to find them. */
function Toasts() {
  return useSyncExternalStore(onToasts, shownToasts).map(({ id, text, tone, action }) => (
    <div key={id}>
      <p role={tone === 'error' ? 'alert' : 'status'}>{text}</p>
      {action && (
        <Button
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  ));
}

/** After each navigation to another path, the page's heading takes the focus and is announced. Rendered before the pages, so that its effect runs before theirs. */
function NavigationEffects({ pathname }: { readonly pathname: string }) {
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    expectPageArrival();
  }, [pathname]);
  return null;
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly onFailure: (error: unknown) => void;
}

/** Contains an error of the page, as the shell does. */
class FailureBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? <p role="alert">This page failed.</p> : this.props.children;
  }
}

/** Replaces the pages of other modules, and unknown paths. */
export function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <PageHeading title={`Elsewhere: ${pathname + search + hash}`} />;
}
