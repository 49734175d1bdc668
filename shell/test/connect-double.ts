import type { SiteHost } from '@atrium/page-kit/contract/site';
import { connectSite } from '@atrium/page-kit/site';
import { StoredPreferences } from '../src/frame/preferences.ts';

/** Connects page-kit with a site that has nothing but the given parts. It replaces the site of the test before. */
export function connectDouble(parts: Partial<SiteHost> = {}): void {
  connectSite({
    patternOf: () => null,
    subscribe: () => () => undefined,
    prefetch: () => undefined,
    renderSlot: () => null,
    renderNotFound: () => null,
    preferences: new StoredPreferences([]),
    ...parts,
  });
}
