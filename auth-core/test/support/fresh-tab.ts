import { site } from './fresh-site.ts';
import { openTab, type Tab } from './open-tab.ts';

/** The tab of the current test, on its site. A file that imports it gets a new one before each test. */
export let tab: Tab;

beforeEach(async () => {
  tab = await openTab(site);
});
