import { Button, expectPageArrival, hasUnsavedChanges, onUnsavedChanges } from '@atrium/page-kit/ui';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { useEffect, useState, useSyncExternalStore, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { localizedText } from '../site/localized-text.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import { runningRelease } from '../site/tab-modules.ts';
import { useTabModules } from '../site/use-tab-modules.ts';
import { DismissButton } from './dismiss-button.tsx';
import { reloadInPlace } from './kept-place.ts';
import type { NewReleases } from './new-releases.ts';
import { openTabText } from './open-tab-messages.ts';
import type { ShownPages } from './shown-pages.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly releases: NewReleases;
  readonly shown: ShownPages;
}

/** Something to say about a release, and what can be done about it. */
interface Item {
  /** The same for what says the same: it is dismissed once. */
  readonly id: string;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => unknown } | null;
}

/** Offers what is new, and says where the previous version of a page is shown: one thing at a time, and never in the way. */
export function ReleaseNews({ loads, releases, shown }: Props) {
  useSyncExternalStore(releases.subscribe, releases.version);
  useTabModules(loads.modules);
  const unsaved = useSyncExternalStore(onUnsavedChanges, hasUnsavedChanges);
  const { pathname } = useLocation();
  useEffect(() => releases.settle(), [pathname, releases]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [busy, startAction] = useTransition();

  const item = newsAt(pathname, { loads, releases, shown }, unsaved);
  if (!item || dismissed.has(item.id)) return null;
  const { id, text, action } = item;
  return (
    <div className="shell-news-item">
      <p role="status">{text}</p>
      {action && (
        <Button busy={busy} onClick={() => startAction(async () => void (await action.run()))} tone="primary">{action.label}</Button>
      )}
      <DismissButton onDismiss={() => setDismissed(new Set([...dismissed, id]))} />
    </div>
  );
}

function newsAt(pathname: string, { loads, releases, shown }: Props, unsaved: boolean): Item | null {
  if (releases.siteChanged) {
    return {
      id: `site ${releases.siteId}`,
      text: openTabText(unsaved ? 'newSiteUnsaved' : 'newSite'),
      action: { label: openTabText('reload'), run: reloadInPlace },
    };
  }
  const module = loads.modules.at(pathname);
  if (!module) return null;
  const { name, title, routes } = module.facts;
  const named = { name: localizedText(title) };
  const waiting = releases.waiting(name);
  if (waiting) {
    return {
      id: `${name} ${waiting.release}`,
      text: openTabText(unsaved ? 'newModuleUnsaved' : 'newModule', named),
      action: unsaved ? null : { label: openTabText('useNow'), run: () => arriving(() => releases.use(name)) },
    };
  }
  const route = Object.keys(routes).find((key) => matchRoutePattern(routes[key] ?? '', pathname)) ?? '';
  if (!module.instead || !module.previous || !shown.has(name, runningRelease(module), route)) return null;
  return {
    id: `${name} instead of ${module.release}`,
    text: openTabText('previous', named),
    action: unsaved ? null : { label: openTabText('tryNew'), run: () => arriving(() => loads.retry(name, route)) },
  };
}

/** Another page takes the place of this one: its heading takes the focus that the button had. */
function arriving<Result>(act: () => Result): Result {
  expectPageArrival();
  return act();
}
