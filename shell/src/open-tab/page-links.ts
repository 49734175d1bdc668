import type { SiteHost } from '@atrium/page-kit/contract/site';
import { connectSite } from '@atrium/page-kit/site';
import type { SiteLoads } from '../runtime/site-loads.ts';

/** Events that show that the user is about to follow a link. */
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Lets modules link to each other's pages by name, extend them, show "Page not found", and read and change the preferences. */
export function connectPages(loads: SiteLoads, parts: Pick<SiteHost, 'renderSlot' | 'renderNotFound' | 'preferences'>): void {
  connectSite({
    patternOf: (name, route) => {
      const module = loads.modules.named(name);
      return module && !module.retired ? (module.manifest.routes[route] ?? null) : null;
    },
    subscribe: loads.modules.subscribe,
    prefetch: (pathname) => void loads.prefetch(pathname),
    ...parts,
  });
}

/** Preloads the page behind a link as soon as the user points at it or focuses it, unless the browser saves data. */
export function prefetchOnIntent(source: Document, loads: SiteLoads): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin && !savesData()) void loads.prefetch(link.pathname);
  };
  for (const intent of INTENT_EVENTS) source.addEventListener(intent, prefetch, { passive: true });
}

/** Whether the user asked for reduced data usage (https://wicg.github.io/savedata/); some browsers do not report it. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
