import type { SiteLoads } from '../site/site-loads.ts';

/** What shows that somebody is about to follow a link. */
const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Begins to load the page behind a link as soon as somebody points at it or moves the focus to it, unless the browser
 * is asked to save data.
 */
export function prefetchOnIntent(source: Document, loads: SiteLoads): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin && !savesData()) void loads.prepare(link.pathname);
  };
  for (const intent of INTENTS) source.addEventListener(intent, prefetch, { passive: true });
}

/** The person's wish for few bytes (https://wicg.github.io/savedata/); not every browser knows it. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
