import type { SiteHost } from '../contract/site.ts';

/** Before anybody is connected, the site has no pages: links by name show as text. */
let host: SiteHost | null = null;
let endSubscription: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Connects this package with the site that it runs in. For the shell, and for the test kit in its place. */
export function connectSite(site: SiteHost): void {
  endSubscription?.();
  host = site;
  endSubscription = site.subscribe(tellListeners);
  tellListeners();
}

/** The site that this package runs in; null before {@link connectSite}. */
export function siteHost(): SiteHost | null {
  return host;
}

/** Calls the listener after the site's pages changed, or are known for the first time. */
export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
