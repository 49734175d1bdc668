import type { Toast } from '../contract/site.ts';
import { connectSite } from '../site/site-host.ts';
import { dismissToast, onToasts, shownToasts } from '../site/toasts.ts';
import { arriveAtPage, onPageArrival } from '../ui/page-heading.tsx';

/** What the site heard from the page under test. The lists grow while it runs. */
export interface HostedSite {
  /** Titles that screen readers were told after navigations. */
  readonly announced: readonly string[];
  /** Toasts that the page showed, those that are gone too. */
  readonly toasts: readonly Toast[];
  /** Events that the page told. */
  readonly events: readonly { readonly name: string; readonly detail: unknown }[];
  /** Ends it. */
  readonly close: () => void;
}

/**
 * Stands in the shell's place for `@atrium/page-kit/site`.
 *
 * @param pages path pattern of each page by its name, `module.route`
 */
export function hostSite(pages: Readonly<Record<string, string>>): HostedSite {
  const announced: string[] = [];
  const toasts: Toast[] = [];
  const events: { readonly name: string; readonly detail: unknown }[] = [];
  const seen = new Set<number>();
  // Where the test before ended on the way to a page, that one is not this one's.
  arriveAtPage('');
  const stopHearing = onPageArrival((title) => announced.push(title));
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
    told: (name, detail) => events.push({ name, detail }),
  });
  const close = () => {
    stopHearing();
    stopWatching();
    for (const { id } of shownToasts()) dismissToast(id);
    connectSite({ patternOf: () => null, subscribe: () => nothing, prefetch: nothing });
  };
  return { announced, toasts, events, close };
}
