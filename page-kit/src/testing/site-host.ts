import type { Toast } from '../contract/site.ts';
import { connectSite } from '../site/site-host.ts';
import { dismissToast, onToasts, shownToasts } from '../site/toasts.ts';
import { arriveAtPage, onPageArrival } from '../ui/page-heading.tsx';

/** What the page under test sent to the site. The lists grow during the test. */
export interface HostedSite {
  /** Titles that were announced to screen readers after navigations. */
  readonly announced: readonly string[];
  /** Toasts that the page showed, including closed ones. */
  readonly toasts: readonly Toast[];
  /** Events that the page sent. */
  readonly events: readonly { readonly name: string; readonly detail: unknown }[];
  /** Disconnects the site. */
  readonly close: () => void;
}

/**
 * Replaces the shell for `@atrium/page-kit/site`.
 *
 * @param pages path pattern of each page by name, `module.route`
 */
export function hostSite(pages: Readonly<Record<string, string>>): HostedSite {
  const announced: string[] = [];
  const toasts: Toast[] = [];
  const events: { readonly name: string; readonly detail: unknown }[] = [];
  const seen = new Set<number>();
  // The test before may have ended during a navigation.
  arriveAtPage('');
  const stopListening = onPageArrival((title) => announced.push(title));
  const stopWatching = onToasts(() => {
    for (const { id, ...toast } of shownToasts()) {
      if (!seen.has(id)) toasts.push(toast);
      seen.add(id);
    }
  });
  const nothing = (): void => undefined;
  connectSite({
    patternOf: (module, route) => pages[`${module}.${route}`] ?? null,
    subscribe: () => nothing,
    prefetch: nothing,
    onEvent: (name, detail) => events.push({ name, detail }),
  });
  const close = () => {
    stopListening();
    stopWatching();
    for (const { id } of shownToasts()) dismissToast(id);
    connectSite({ patternOf: () => null, subscribe: () => nothing, prefetch: nothing });
  };
  return { announced, toasts, events, close };
}
