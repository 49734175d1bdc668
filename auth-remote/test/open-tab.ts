import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { FakeSite } from '@atrium/auth-core/testing/fake-site';
import { site } from '@atrium/auth-core/testing/fresh-site';
import { loadTab, type Tab } from '@atrium/auth-core/testing/open-tab';
import * as ui from '@atrium/page-kit/ui';
import { act } from '@testing-library/react';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';

/** The exposed module in a tab of its own. */
export type ModuleTab = AuthModule & Tab;

/** Opens a tab of the site that loads the exposed module. It shares with the test what a site shares with its remotes. */
export async function openModuleTab(opened: Pick<FakeSite, 'fetch'> = site): Promise<ModuleTab> {
  const shared = { react, 'react/jsx-runtime': jsxRuntime, 'react-router-dom': router, '@atrium/page-kit/ui': ui };
  const tab = await loadTab(opened, shared, async (): Promise<AuthModule> => import('../src/auth.tsx'));
  return { ...tab, settled: () => act(tab.settled) };
}

/** The tab of the current test. A file that imports it gets a new one before each test. */
export let tab: ModuleTab;

beforeEach(async () => {
  tab = await openModuleTab();
});
