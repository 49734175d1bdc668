import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { OpenTab } from './open-tab.ts';
import type { Load, SiteLoads } from './site-loads.ts';
import type { LoadOutcome } from './site-source.ts';
import type { TabModule, TabModules } from './tab-modules.ts';

/**
 * The outcome of a load; null until it is known. It does not suspend: React reveals a suspended page only after its
 * skeleton has been shown for 300 ms, and meanwhile keeps the previous page, where users keep typing into a form that
 * is about to disappear.
 */
export function useLoad<Value>(load: Load<Value>): LoadOutcome<Value> | null {
  return useSyncExternalStore(
    (onChange) => {
      void load.promise.then(onChange);
      return () => undefined;
    },
    () => load.outcome,
  );
}

/** The page modules that the tab has at the moment. */
export function useTabModules(modules: TabModules): readonly TabModule[] {
  return useSyncExternalStore(modules.subscribe, () => modules.list);
}

/** The code that loads after the first screen; null until it has loaded. */
export function useOpenTab(loads: SiteLoads): OpenTab | null {
  const [openTab, setOpenTab] = useState<OpenTab | null>(null);
  useEffect(() => {
    void loads.openTab.loaded.then(setOpenTab);
  }, [loads]);
  return openTab;
}

/** Calls the function whenever the browser is back online. */
export function useOnline(act: () => void): void {
  const onOnline = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onOnline();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
