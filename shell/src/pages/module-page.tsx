import { useState, useTransition } from 'react';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import type { SiteFacts } from '../site/site-source.ts';
import { useLoad } from '../site/use-load.ts';
import { ModuleUnavailable } from './module-unavailable.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly name: string;
  readonly title: SiteFacts['title'];
  readonly route: string;
}

/** A page of a module; or a card in its place, with a retry that loads it anew. */
export function ModulePage({ loads, name, title, route }: Props) {
  // The load is state: the card stays until the retry's load has come to something.
  const [load, setLoad] = useState(() => loads.page(name, route));
  const [retrying, startRetry] = useTransition();
  const outcome = useLoad(load);
  if (!outcome) return <PageSkeleton />;
  if (outcome.success) {
    const Page = outcome.value;
    return <PageErrorBoundary><Page /></PageErrorBoundary>;
  }
  const retry = () =>
    startRetry(async () => {
      const next = loads.page(name, route);
      await next.promise;
      setLoad(next);
    });
  return <ModuleUnavailable title={title} error={outcome.error} retrying={retrying} onRetry={retry} />;
}
