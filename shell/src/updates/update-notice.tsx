import { Button, expectPageArrival, hasUnsavedChanges, onUnsavedChanges } from '@atrium/page-kit/ui';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { useEffect, useState, useSyncExternalStore, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { DismissButton } from '../frame/dismiss-button.tsx';
import { reloadInPlace } from '../frame/reload-in-place.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { ShownPages } from '../runtime/shown-pages.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { runningRelease } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import type { NewReleases } from './new-releases.ts';
import { updatesText } from './messages.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly releases: NewReleases;
  readonly shown: ShownPages;
}

/** A notice about a release, with an action if there is one. */
interface Notice {
  /** Equal for notices that say the same, so that the user dismisses them once. */
  readonly id: string;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => unknown } | null;
}

/** Offers new releases, and says when a page shows its previous one. It shows one notice at a time, outside the page. */
export function UpdateNotice({ loads, releases, shown }: Props) {
  useSyncExternalStore(releases.subscribe, releases.version);
  useTabModules(loads.modules);
  const unsaved = useSyncExternalStore(onUnsavedChanges, hasUnsavedChanges);
  const { pathname } = useLocation();
  useEffect(() => releases.applyReady(), [pathname, releases]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [busy, startAction] = useTransition();

  const notice = noticeAt(pathname, { loads, releases, shown }, unsaved);
  if (!notice || dismissed.has(notice.id)) return null;
  const { id, text, action } = notice;
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

function noticeAt(pathname: string, { loads, releases, shown }: Props, unsaved: boolean): Notice | null {
  if (releases.siteChanged) {
    return {
      id: `site ${releases.siteId}`,
      text: updatesText(unsaved ? 'newSiteUnsaved' : 'newSite'),
      action: { label: updatesText('reload'), run: reloadInPlace },
    };
  }
  const module = loads.modules.at(pathname);
  if (!module) return null;
  const { name, title, routes } = module.manifest;
  const named = { name: localizedText(title) };
  const waiting = releases.waiting(name);
  if (waiting) {
    return {
      id: `${name} ${waiting.release}`,
      text: updatesText(unsaved ? 'newModuleUnsaved' : 'newModule', named),
      action: unsaved ? null : { label: updatesText('useNow'), run: () => arriving(() => releases.applyNow(name)) },
    };
  }
  const route = Object.keys(routes).find((key) => matchRoutePattern(routes[key] ?? '', pathname)) ?? '';
  if (!module.failure || !module.previous || !shown.has(name, runningRelease(module), route)) return null;
  return {
    id: `${name} instead of ${module.release}`,
    text: updatesText('previous', named),
    action: unsaved ? null : { label: updatesText('tryNew'), run: () => arriving(() => loads.retry(name, route)) },
  };
}

/** Lets the heading of the page that replaces this one take the button's focus. */
function arriving<Result>(act: () => Result): Result {
  expectPageArrival();
  return act();
}
