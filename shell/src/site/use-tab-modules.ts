import { useSyncExternalStore } from 'react';
import type { TabModule, TabModules } from './tab-modules.ts';

/** The page modules that the tab has at the moment. */
export function useTabModules(modules: TabModules): readonly TabModule[] {
  return useSyncExternalStore(modules.subscribe, () => modules.list);
}
