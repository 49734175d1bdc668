import { Button, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import { useEffect, useLayoutEffect, useRef, useTransition } from 'react';
import { message } from '../messages.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TabModule } from '../site/tab-modules.ts';
import { useOnline } from '../site/use-online.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly title: string;
  readonly text: string;
  /** What failed: tells whom to turn to, and with which release and trace, which is on the console too. */
  readonly failure?: { readonly module: TabModule; readonly error: RemoteUnavailableError };
  readonly action: string;
  /** Tries again: `byHand` where the person asked for it, else because the browser is back online. */
  readonly onRetry: (byHand: boolean) => unknown;
}

/** Stands in the place of a page that cannot be shown: says what it is about, and what can be done. */
export function FailureCard({ loads, title, text, failure, action, onRetry }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [retrying, startRetry] = useTransition();
  const retry = (byHand: boolean) => startRetry(async () => void (await onRetry(byHand)));
  useOnline(() => retry(false));
  const name = failure?.module.facts.name;
  useEffect(() => (name === undefined ? undefined : loads.cardAppeared(name)), [loads, name]);
  useLayoutEffect(() => {
    const place = card.current;
    // The focus would be lost with the card: the heading of the page that replaces it takes it.
    return () => void (place?.contains(document.activeElement) && expectPageArrival());
  }, []);
  return (
    <div className="atrium-page atrium-page-form" ref={card}>
      <PageHeading title={title} />
      <div role="alert">
        <p>{text}</p>
        {failure && <p className="shell-detail">{detailOf(failure)}</p>}
      </div>
      <div>
        <Button busy={retrying} onClick={() => retry(true)} tone="primary">{action}</Button>
      </div>
    </div>
  );
}

function detailOf({ module: { facts }, error }: NonNullable<Props['failure']>): string {
  return message('failure.detail', {
    reason: error.message,
    owner: facts.owner ?? message('site.name'),
    module: facts.name,
    release: error.release ?? '–',
    trace: error.trace,
  });
}
