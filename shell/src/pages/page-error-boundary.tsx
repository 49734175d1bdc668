import { Component, useEffect, type ReactNode } from 'react';
import { message } from '../messages.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';
import { FailureCard } from './failure-card.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly module: TabModule;
  readonly route: string;
  /** The page failed before it was known to work: its release is a bad one. */
  readonly onBroken: (error: RemoteUnavailableError) => void;
  readonly children: ReactNode;
}

interface State {
  /** `thrown` until it is decided what the error means, which shows nothing. */
  readonly failure: RemoteUnavailableError | 'thrown' | null;
}

/** Keeps an error of one page from the rest of the site, and shows the page anew on request. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failure: 'thrown' };
  }

  override componentDidCatch(cause: unknown): void {
    const { loads, module, route, onBroken } = this.props;
    const { error, atOnce } = loads.pageFailed(module.facts.name, runningRelease(module), route, cause);
    if (atOnce) onBroken(error);
    else this.setState({ failure: error });
  }

  override render() {
    const { loads, module, route, children } = this.props;
    const { failure } = this.state;
    if (failure === 'thrown') return null;
    if (failure === null) {
      return (
        <>
          {children}
          <Appearance onAppear={() => loads.pageAppeared(module.facts.name, runningRelease(module), route)} />
        </>
      );
    }
    return (
      <FailureCard
        loads={loads}
        title={message('pageFailed.title')}
        text={message('pageFailed.text')}
        failure={{ module, error: failure }}
        action={message('pageFailed.retry')}
        onRetry={async () => {
          await loads.learnWhatIsLive();
          this.setState({ failure: null });
        }}
      />
    );
  }
}

/** Tells that what stands beside it is on screen: effects run only for what was drawn without an error. */
function Appearance({ onAppear }: { readonly onAppear: () => void }) {
  useEffect(onAppear);
  return null;
}
