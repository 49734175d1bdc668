import { createElement, type ReactNode } from 'react';
import type { Preferences, SitePreferences, Toast } from '../contract/site.ts';
import { language } from '../messages/messages.ts';
import { connectSite } from '../site/site-host.ts';
import { dismissToast, onToasts, shownToasts } from '../site/toasts.ts';
import { arriveAtPage, onPageArrival, PageHeading } from '../ui/page-heading.tsx';

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

/** A component that replaces an extension. It receives the props of the slot. */
export type FakeExtension = (props: never) => ReactNode;

/** What the site of a test has besides the module under test. */
interface SiteParts {
  /** Path pattern of each page by name, `module.route`. */
  readonly pages: Readonly<Record<string, string>>;
  /** Extensions of each slot by name, `module.slot`. */
  readonly slots: Readonly<Record<string, readonly FakeExtension[]>>;
}

/** Replaces the shell for `@atrium/page-kit/site`. */
export function hostSite({ pages, slots }: SiteParts): HostedSite {
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
    renderSlot: ({ name, values, children }) => {
      const extensions = (slots[name] ?? []).filter(acceptsProps);
      return extensions.length > 0 ? extensions.map((Extension, index) => createElement(Extension, { key: index, ...values })) : children;
    },
    renderNotFound: ({ title = 'Page not found', text, action }) =>
      createElement('div', null, createElement(PageHeading, { title }), text !== undefined && createElement('p', null, text), action),
    preferences: keptPreferences(),
    onEvent: (name, detail) => events.push({ name, detail }),
  });
  const close = () => {
    stopListening();
    stopWatching();
    for (const { id } of shownToasts()) dismissToast(id);
    connectSite({ patternOf: () => null, subscribe: () => nothing, prefetch: nothing, renderSlot: () => null, renderNotFound: () => null, preferences: keptPreferences() });
  };
  return { announced, toasts, events, close };
}

/** The preferences of a test's browser. Another language changes no text: texts have the language in which the test renders. */
function keptPreferences(): SitePreferences {
  let current: Preferences = { language: language(), theme: 'system', singleKeyShortcuts: true };
  const listeners = new Set<() => void>();
  return {
    languages: [
      { tag: 'en', name: 'English' },
      { tag: 'de', name: 'Deutsch' },
    ],
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (changes) => {
      current = { ...current, ...changes };
      for (const listener of listeners) listener();
    },
  };
}

/** Whether a value is a component. Only the test knows whether it fits the slot's props. */
export function acceptsProps(extension: FakeExtension): extension is (props: Readonly<Record<string, unknown>>) => ReactNode {
  // The results of memo and lazy are objects.
  return typeof extension === 'function' || typeof extension === 'object';
}
