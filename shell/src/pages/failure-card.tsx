import { Button, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import { useEffect, useLayoutEffect, useRef, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { useOnline, useOpenTab } from '../runtime/hooks.ts';
import type { FailedPart } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { message } from '../texts/messages.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly title: string;
  readonly text: string;
  /** What failed. The end of the card, whose code loads later, names the owner, the release and the trace. */
  readonly failure?: FailedPart;
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
  const FailureFacts = useOpenTab(loads)?.FailureFacts;
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
      <p className="atrium-lead" role="alert">{text}</p>
      <div className="atrium-row">
        <Button busy={retrying} onClick={() => retry(true)} tone="primary">{action}</Button>
        {pathname !== '/' && <LinkButton to="/" tone="quiet">{message('notFound.home')}</LinkButton>}
      </div>
      {failure && FailureFacts && <FailureFacts {...failure} />}
    </div>
  );
}
