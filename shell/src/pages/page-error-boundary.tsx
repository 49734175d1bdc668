import { Button, PageHeading } from '@atrium/page-kit/ui';
import { Component, useEffect, type ReactNode } from 'react';
import { message } from '../messages.ts';
import { RemoteUnavailableError } from '../site/site-source.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';
import { FailureDetail } from './failure-detail.tsx';
import { ModuleUnavailable } from './module-unavailable.tsx';

interface Props {
  readonly module: TabModule;
  /** Whether this page of this release has been on screen before. */
  readonly appeared: () => boolean;
  readonly onAppear: () => void;
  /** Reports a page that failed before it was on screen: its release is bad. */
  readonly onFail: (reason: string, cause: unknown) => RemoteUnavailableError;
  readonly onRetry: () => Promise<unknown>;
  readonly children: ReactNode;
}

interface State {
  /** `thrown` until it is decided what the error means, which shows nothing. */
  readonly failure: null | 'thrown' | { readonly atOnce: boolean; readonly error: RemoteUnavailableError };
  readonly retrying: boolean;
}

/** Keeps an error of one page from the rest of the site, and shows the page anew on request. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, retrying: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failure: 'thrown' };
  }

  override componentDidCatch(cause: unknown): void {
    const { module, appeared, onFail } = this.props;
    if (appeared()) {
      const error = new RemoteUnavailableError(module.facts.name, runningRelease(module), 'The page ran into an error.', { cause });
      console.error(`A page of ${error.remote} failed (release ${error.release ?? 'none'}, trace ${error.trace}).`, cause);
      this.setState({ failure: { atOnce: false, error } });
    } else {
      this.setState({ failure: { atOnce: true, error: onFail('The page failed at once.', cause) } });
    }
  }

  readonly #retry = async (): Promise<void> => {
    this.setState({ retrying: true });
    await this.props.onRetry();
    this.setState({ failure: null, retrying: false });
  };

  override render() {
    const { module, onAppear, children } = this.props;
    const { failure, retrying } = this.state;
    if (failure === 'thrown') return null;
    if (failure === null) return <>{children}<Appearance onAppear={onAppear} /></>;
    const { atOnce, error } = failure;
    if (atOnce) return <ModuleUnavailable module={module} error={error} retrying={retrying} onRetry={() => void this.#retry()} />;
    return (
      <div className="atrium-page atrium-page-form">
        <PageHeading title={message('pageFailed.title')} />
        <div role="alert">
          <p>{message('pageFailed.text')}</p>
          <FailureDetail module={module} error={error} />
        </div>
        <div>
          <Button onClick={() => this.setState({ failure: null })} tone="primary">{message('pageFailed.retry')}</Button>
        </div>
      </div>
    );
  }
}

/** Tells that what stands beside it is on screen: effects run only for what was drawn without an error. */
function Appearance({ onAppear }: { readonly onAppear: () => void }) {
  useEffect(onAppear);
  return null;
}
