import { Component, useEffect, type ReactNode } from 'react';
import { message } from '../messages.ts';
import type { PageFailure, SiteLoads } from '../site/site-loads.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';
import { FailureCard } from './failure-card.tsx';
import { ModuleUnavailable } from './module-unavailable.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly module: TabModule;
  readonly route: string;
  readonly children: ReactNode;
}

interface State {
  /** `thrown` until it is decided what the error means, which shows nothing. */
  readonly failure: PageFailure | 'thrown' | null;
  readonly retrying: boolean;
}

/** Keeps an error of one page from the rest of the site, and shows the page anew on request. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, retrying: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failure: 'thrown' };
  }

  override componentDidCatch(cause: unknown): void {
    const { loads, module, route } = this.props;
    this.setState({ failure: loads.pageFailed(module.facts.name, runningRelease(module), route, cause) });
  }

  readonly #retry = async (): Promise<void> => {
    const { loads, module, route } = this.props;
    this.setState({ retrying: true });
    await loads.retry(module.facts.name, route);
    this.setState({ failure: null, retrying: false });
  };

  override render() {
    const { loads, module, route, children } = this.props;
    const { failure, retrying } = this.state;
    if (failure === 'thrown') return null;
    if (failure === null) {
      return (
        <>
          {children}
          <Appearance onAppear={() => loads.pageAppeared(module.facts.name, runningRelease(module), route)} />
        </>
      );
    }
    const { error, atOnce } = failure;
    if (atOnce) return <ModuleUnavailable module={module} error={error} retrying={retrying} onRetry={() => void this.#retry()} />;
    return (
      <FailureCard
        title={message('pageFailed.title')}
        text={message('pageFailed.text')}
        failure={{ module, error }}
        action={message('pageFailed.retry')}
        onAction={() => this.setState({ failure: null })}
      />
    );
  }
}

/** Tells that what stands beside it is on screen: effects run only for what was drawn without an error. */
function Appearance({ onAppear }: { readonly onAppear: () => void }) {
  useEffect(onAppear);
  return null;
}
