import { useEffect, useState, type ReactElement } from 'react';
import { message } from '../messages.ts';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import { FailureCard } from './failure-card.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown at an address that none of the modules has that the document named, until it is known what is there. */
export function UnlistedPage({ loads, pathname }: { readonly loads: SiteLoads; readonly pathname: string }) {
  const [answer, setAnswer] = useState<ReactElement | boolean | 'awaited' | 'demanded'>('awaited');
  const byHand = answer === 'demanded';
  const isAwaited = byHand || answer === 'awaited';
  useEffect(() => {
    if (isAwaited) void loads.openTab.get().then((openTab) => openTab.pageAt(pathname, byHand)).catch(() => false).then(setAnswer);
  }, [loads, isAwaited, pathname, byHand]);
  if (isAwaited) return <PageSkeleton />;
  // Whoever has the address would be here by now.
  if (answer === true) return <NotFoundPage />;
  return answer || (
    <FailureCard
      loads={loads}
      title={message('moduleUnavailable.title', { name: pathname })}
      text={message('moduleUnavailable.text')}
      action={message('failure.retry')}
      onRetry={(isByHand) => setAnswer(isByHand ? 'demanded' : 'awaited')}
    />
  );
}
