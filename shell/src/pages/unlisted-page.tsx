import { useEffect, useState, useTransition } from 'react';
import { message } from '../messages.ts';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import { FailureCard } from './failure-card.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown at an address that none of the modules has that the document named, until it is known whether another has it. */
export function UnlistedPage({ loads }: { readonly loads: SiteLoads }) {
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [retrying, startRetry] = useTransition();
  useEffect(() => {
    void listAll(loads).then(setAnswered);
  }, [loads]);
  if (answered === null) return <PageSkeleton />;
  // Whoever has the address would be here by now.
  if (answered) return <NotFoundPage />;
  return (
    <FailureCard
      title={message('moduleUnavailable.title', { name: message('unlisted.name') })}
      text={message('moduleUnavailable.text')}
      action={message('failure.retry')}
      busy={retrying}
      onAction={() => startRetry(async () => setAnswered(await listAll(loads)))}
    />
  );
}

/** Asks which modules there are; false if that cannot be found out now. */
function listAll(loads: SiteLoads): Promise<boolean> {
  return loads.openTab.get().then((openTab) => openTab.listAll(), () => false);
}
