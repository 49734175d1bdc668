import { useSyncExternalStore } from 'react';
import type { Preferences, SitePreferences } from '../contract/site.ts';
import { onSiteChange, siteHost } from './site-host.ts';

/** What the user has chosen for this browser, and how to change it. */
export interface ChosenPreferences extends Preferences, Pick<SitePreferences, 'languages' | 'choose'> {}

/**
 * The preferences of this browser: language, theme, and shortcuts. Renders again after each change. Null until the page is connected with
 * its site, which happens after the first screen.
 *
 * ```tsx
 * const preferences = usePreferences();
 * return preferences && <Button onClick={() => preferences.choose({ theme: 'dark' })}>{text('darkTheme')}</Button>;
 * ```
 */
export function usePreferences(): ChosenPreferences | null {
  const site = useSyncExternalStore(onSiteChange, sitePreferences, nothing);
  const current = useSyncExternalStore(site?.subscribe ?? neverChanges, site?.current ?? nothing, nothing);
  return site && current && { ...current, languages: site.languages, choose: site.choose };
}

function sitePreferences(): SitePreferences | null {
  return siteHost()?.preferences ?? null;
}

function neverChanges(): () => void {
  return () => undefined;
}

function nothing(): null {
  return null;
}
