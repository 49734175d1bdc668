import type { SiteHost } from '../contract/site.ts';

/** Without a host, the site has no pages: links by name show as text. */
let host: SiteHost | null = null;
let endSubscription: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Connects this package with the site that it runs in. Called by the shell, or by the test kit instead of it. */
export function connectSite(site: SiteHost): void {
  endSubscription?.();
  host = site;
  endSubscription = site.subscribe(notifyListeners);
  notifyListeners();
}

/** The site that this package runs in; null before {@link connectSite}. */
export function siteHost(): SiteHost | null {
  return host;
}

/** Calls the listener after the site's pages have changed, or are known for the first time. */
export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
