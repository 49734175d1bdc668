import type { MissingPage } from '@atrium/page-kit/contract/site';
import { LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import { useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { useOpenTab } from '../runtime/hooks.ts';
import type { PageFinderProps } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { message } from '../texts/messages.ts';
import { FailureCard } from './failure-card.tsx';

/**
 * Shown at a path that belongs to no page, and by modules at a path that belongs to nothing of theirs. The search and the
 * suggestions load later, so they are below everything else.
 */
export function NotFoundPage({ loads, title, text, action }: MissingPage & { readonly loads: SiteLoads }) {
  const openTab = useOpenTab(loads);
  const { pathname } = useLocation();
  const [PageFinder, setPageFinder] = useState<ComponentType<PageFinderProps> | null>(null);
  useEffect(() => {
    if (PageFinder) return;
    // The page is complete without it, so a failure is not shown. The next unknown path tries again.
    openTab?.loadPageFinder().then((loaded) => setPageFinder(() => loaded), () => undefined);
  }, [openTab, PageFinder, pathname]);
  return (
    <div className="atrium-page atrium-page-form" {...{ [NO_PAGE_ATTRIBUTE]: '' }}>
      <PageHeading title={title ?? message('notFound.title')} />
      <p className="atrium-lead">{text ?? message('notFound.text')}</p>
      <div>
        {action ?? <LinkButton to="/" tone="quiet">{message('notFound.home')}</LinkButton>}
      </div>
      {PageFinder && <PageFinder suggests={action === undefined} />}
    </div>
  );
}

/** Shown at a path that belongs to none of the document's modules, until the tab knows which page is there. */
export function UnlistedPage({ loads, pathname }: { readonly loads: SiteLoads; readonly pathname: string }) {
  const [found, setFound] = useState<ReactElement | boolean | 'loading' | 'retrying'>('loading');
  const isManual = found === 'retrying';
  const isLoading = isManual || found === 'loading';
  useEffect(() => {
    if (isLoading) void loads.openTab.get().then((openTab) => openTab.pageAt(pathname, isManual)).catch(() => false).then(setFound);
  }, [loads, isLoading, pathname, isManual]);
  if (isLoading) return <PageSkeleton />;
  // If a module had this path, its page would already have replaced this one.
  if (found === true) return <NotFoundPage loads={loads} />;
  return found || (
    <FailureCard
      loads={loads}
      title={message('moduleUnavailable.title', { name: pathname })}
      text={message('moduleUnavailable.text')}
      action={message('failure.retry')}
      onRetry={(isByHand) => setFound(isByHand ? 'retrying' : 'loading')}
    />
  );
}
