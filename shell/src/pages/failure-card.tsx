import { Button, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import { useEffect, useLayoutEffect, useRef, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { useOnline } from '../runtime/hooks.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import type { RemoteUnavailableError } from '../runtime/site-source.ts';
import type { TabModule } from '../runtime/tab-modules.ts';
import { message } from '../texts/messages.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly title: string;
  readonly text: string;
  /** What failed. The card names the owner, the release and the trace, which is in the console too. */
  readonly failure?: { readonly module: TabModule; readonly error: RemoteUnavailableError };
  readonly action: string;
  /** Retries: `isManual` if the user pressed the button, otherwise because the browser is back online. */
  readonly onRetry: (isManual: boolean) => unknown;
}

/** Replaces a page that cannot be shown: says what happened, and offers a retry. */
export function FailureCard({ loads, title, text, failure, action, onRetry }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [retrying, startRetry] = useTransition();
  const retry = (isManual: boolean) => startRetry(async () => void (await onRetry(isManual)));
  useOnline(() => retry(false));
  const name = failure?.module.manifest.name;
  useEffect(() => (name === undefined ? undefined : loads.cardAppeared(name)), [loads, name]);
  useLayoutEffect(() => {
    const place = card.current;
    // The heading of the next page takes the focus, which would be lost with the card.
    return () => void (place?.contains(document.activeElement) && expectPageArrival());
  }, []);
  return (
    <div className="atrium-page atrium-page-form" ref={card} {...{ [NO_PAGE_ATTRIBUTE]: '' }}>
      <PageHeading title={title} />
      <div className="atrium-lead" role="alert">
        <p>{text}</p>
        {failure && <p className="atrium-muted atrium-small">{failureDetail(failure)}</p>}
      </div>
      <div className="atrium-row">
        <Button busy={retrying} onClick={() => retry(true)} tone="primary">{action}</Button>
        {pathname !== '/' && <LinkButton to="/" tone="quiet">{message('notFound.home')}</LinkButton>}
      </div>
    </div>
  );
}

/** The text that names the owner, the release and the trace of a failed page or extension. */
export function failureDetail({ module: { manifest }, error }: NonNullable<Props['failure']>): string {
  return message('failure.detail', {
    owner: manifest.owner ?? message('site.name'),
    module: manifest.name,
    release: error.release ?? '–',
    trace: error.trace,
  });
}
