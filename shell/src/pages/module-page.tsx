import { expectPageArrival } from '@atrium/page-kit/ui';
import { MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import { Component, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { useLoad } from '../runtime/hooks.ts';
import { partKey, type SiteLoads } from '../runtime/site-loads.ts';
import { RemoteUnavailableError } from '../runtime/site-source.ts';
import { runningRelease, type TabModule } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import { FailureCard } from './failure-card.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly module: TabModule;
  readonly route: string;
}

/**
 * Shows a page of a module, or an error card with a retry, which stays until the user navigates to another path. Falls back to the
 * previous release if the page cannot load, or throws before it is known to work; preloading never does.
 */
export function ModulePage(props: Props) {
  const { pathname } = useLocation();
  const [visit, setVisit] = useState(0);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  if (failedAt !== null && failedAt !== pathname) {
    setFailedAt(null);
    setVisit(visit + 1);
  }
  return <PageVisit key={visit} {...props} onShown={(isPage) => setFailedAt(isPage ? null : pathname)} />;
}

interface VisitProps extends Props {
  /** Called when the page, or an error card in its place, is on screen. */
  readonly onShown: (isPage: boolean) => void;
}

function PageVisit({ loads, module, route, onShown }: VisitProps) {
  const { name } = module.manifest;
  const release = runningRelease(module);
  // The load is state, so that the card stays until a retry has loaded or failed.
  const [load, setLoad] = useState(() => loads.page(name, release, route));
  const outcome = useLoad(load);
  const [broken, setBroken] = useState<RemoteUnavailableError | null>(null);
  const failed = outcome?.success === false ? outcome.error : broken;
  useEffect(() => {
    if (failed) loads.fallBack(failed);
  }, [failed, loads]);
  const { failure, previous } = module;
  const error = previous ? failure && failed : (failure ?? failed);
  if (error) {
    const retry = async () => {
      setLoad((await loads.retry(name, (tried) => loads.page(name, tried, route))) ?? load);
      setBroken(null);
    };
    return (
      <>
        <FailureCard
          loads={loads}
          title={message('moduleUnavailable.title', { name: localizedText(module.manifest.title) })}
          text={message('moduleUnavailable.text')}
          failure={{ module, error: failure ?? error }}
          action={message('failure.retry')}
          onRetry={retry}
        />
        <Appearance onAppear={() => onShown(false)} />
      </>
    );
  }
  if (!outcome?.success || broken) return <PageSkeleton />;
  const Page = outcome.value;
  return (
    <PageErrorBoundary loads={loads} module={module} route={route} onBroken={setBroken} onShown={onShown}>
      {/* Two elements: a style sheet of the module reaches the inner one, and must not undo the containment. */}
      <div className="shell-module">
        <div {...{ [MODULE_ATTRIBUTE]: name }}>
          <Page />
        </div>
      </div>
    </PageErrorBoundary>
  );
}

interface BoundaryProps extends VisitProps {
  /** The page failed before it was known to work, so its release is to blame. */
  readonly onBroken: (error: RemoteUnavailableError) => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  /** `thrown`, which renders nothing, until `componentDidCatch` has decided what the error means. */
  readonly failure: RemoteUnavailableError | 'thrown' | null;
}

/** Contains a page's error, and renders the page again on request. */
class PageErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };
  #hasAppeared = false;

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failure: 'thrown' };
  }

  override componentDidCatch(cause: unknown): void {
    const { loads, module, route, onBroken } = this.props;
    const { name } = module.manifest;
    const release = runningRelease(module);
    const error = new RemoteUnavailableError(name, release, 'The page ran into an error.', { cause });
    // The page is gone, and with it the element that had the focus. The card's heading takes it.
    if (this.#hasAppeared && document.activeElement === document.body) expectPageArrival();
    if (loads.partFailed(error, partKey(name, release, route)) === 'render') onBroken(error);
    else this.setState({ failure: error });
  }

  override render() {
    const { loads, module, route, onShown, children } = this.props;
    const { failure } = this.state;
    if (failure === 'thrown') return null;
    if (failure === null) {
      return (
        <>
          {children}
          <Appearance
            onAppear={() => {
              this.#hasAppeared = true;
              onShown(true);
              loads.pageAppeared(module.manifest.name, runningRelease(module), route);
            }}
          />
        </>
      );
    }
    return (
      <>
        <FailureCard
          loads={loads}
          title={message('pageFailed.title')}
          text={message('pageFailed.text')}
          failure={{ module, error: failure }}
          action={message('pageFailed.retry')}
          onRetry={async () => {
            await loads.refreshReleases();
            this.setState({ failure: null });
          }}
        />
        <Appearance onAppear={() => onShown(false)} />
      </>
    );
  }
}

/** Reports that its siblings are on screen: effects run only if everything rendered without an error. */
function Appearance({ onAppear }: { readonly onAppear: () => void }) {
  useEffect(onAppear);
  return null;
}
