import type { SiteLoads } from './site-loads.ts';

/** Lets the tab load what no first screen needs, in a script of its own. */
export function provideOpenTab(loads: SiteLoads): void {
  loads.openTab.provide(async () => {
    const { OpenTab } = await import(/* webpackChunkName: "open-tab" */ '../open-tab/open-tab.ts');
    return new OpenTab(loads);
  });
}
