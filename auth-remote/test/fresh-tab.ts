import { site } from './fresh-site.ts';
import { openTab, type Tab } from './open-tab.ts';

/** The tab of the test that runs: one for each, opened on its site. A file that imports it gets it before its tests. */
export let tab: Tab;

beforeEach(async () => {
  tab = await openTab(site);
});
