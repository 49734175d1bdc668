import { useEffect, useState, type ComponentType } from 'react';
import type { SiteLoads } from './site-loads.ts';

/** The place of what an open tab has to say about releases; empty until the code for it is there. */
export function TabNews({ loads }: { readonly loads: SiteLoads }) {
  const [News, setNews] = useState<ComponentType | null>(null);
  useEffect(() => {
    void loads.openTab.arrived.then((openTab) => setNews(() => openTab.News));
  }, [loads]);
  // Always there, because screen readers announce only what changes in a place that they know.
  return <div aria-live="polite" className="shell-news">{News && <News />}</div>;
}
