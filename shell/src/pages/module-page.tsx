import { MODULE_ATTRIBUTE } from '@atrium/releases/module-attribute';
import { useEffect, useState, useTransition } from 'react';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';
import { useLoad } from '../site/use-load.ts';
import { ModuleUnavailable } from './module-unavailable.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly module: TabModule;
  readonly route: string;
}

/**
 * A page of a module; or a card in its place, with a retry that loads it anew. A release whose page cannot be loaded, or
 * throws at once, is given up here, where it is shown, and not where it was loaded ahead.
 */
export function ModulePage({ loads, module, route }: Props) {
  const { name } = module.facts;
  const release = runningRelease(module);
  // The load is state: the card stays until the retry's load has come to something.
  const [load, setLoad] = useState(() => loads.page(name, release, route));
  const [retrying, startRetry] = useTransition();
  const outcome = useLoad(load);
  const [broken, setBroken] = useState<RemoteUnavailableError | null>(null);
  const failed = outcome?.success === false ? outcome.error : broken;
  useEffect(() => {
    if (failed) loads.modules.giveUp(failed);
  }, [failed, loads]);
  const { instead, previous } = module;
  const error = previous ? instead && failed : (instead ?? failed);
  if (error) {
    const retry = () =>
      startRetry(async () => {
        setLoad((await loads.retry(name, route)) ?? load);
        setBroken(null);
      });
    return <ModuleUnavailable module={module} error={error} retrying={retrying} onRetry={retry} />;
  }
  if (!outcome?.success || broken) return <PageSkeleton />;
  const Page = outcome.value;
  return (
    <PageErrorBoundary loads={loads} module={module} route={route} onBroken={setBroken}>
      <div className="shell-module" {...{ [MODULE_ATTRIBUTE]: name }}>
        <Page />
      </div>
    </PageErrorBoundary>
  );
}
