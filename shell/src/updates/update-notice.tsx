import { showToast } from '@atrium/page-kit/site';
import { Button, expectPageArrival, hasUnsavedChanges, onUnsavedChanges } from '@atrium/page-kit/ui';
import { useEffect, useState, useSyncExternalStore, useTransition } from 'react';
import { useLocation } from 'react-router-dom';
import { DismissButton, focusPage } from '../frame/dismiss-button.tsx';
import { reloadInPlace } from '../frame/reload-in-place.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { ShownExtensions } from '../runtime/shown-extensions.ts';
import type { ShownPages } from '../runtime/shown-pages.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { openRoute, runningRelease, type TabModule } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import type { NewReleases } from './new-releases.ts';
import { updatesText } from './messages.ts';

interface Props {
  readonly loads: SiteLoads;
  readonly releases: NewReleases;
  readonly shown: ShownPages;
  readonly extensions: ShownExtensions;
}

/** A notice about a release, with an action if there is one. */
interface Notice {
  /** Equal for notices that say the same, so that the user dismisses them once. */
  readonly id: string;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => unknown } | null;
}

/** Offers new releases, and says when a page shows its previous one. It shows one notice at a time, outside the page. */
export function UpdateNotice(props: Props) {
  const { loads, releases, extensions } = props;
  useSyncExternalStore(releases.subscribe, releases.version);
  useTabModules(loads.modules);
  useSyncExternalStore(extensions.subscribe, () => extensions.names);
  const unsaved = useSyncExternalStore(onUnsavedChanges, hasUnsavedChanges);
  const { pathname } = useLocation();
  useEffect(() => releases.applyReady(), [pathname, releases]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [busy, startAction] = useTransition();

  const notice = noticeAt(pathname, props, unsaved);
  if (!notice || dismissed.has(notice.id)) return null;
  const { id, text, action } = notice;
  return (
    <div className="shell-news-item shell-update">
      <p role="status">{text}</p>
      {action && (
        <Button busy={busy} onClick={() => startAction(async () => void (await action.run()))} tone="primary">{action.label}</Button>
      )}
      <DismissButton onDismiss={() => setDismissed(new Set([...dismissed, id]))} />
    </div>
  );
}

function noticeAt(pathname: string, { loads, releases, shown, extensions }: Props, unsaved: boolean): Notice | null {
  if (releases.siteChanged) {
    return {
      id: `site ${releases.siteId}`,
      text: updatesText(unsaved ? 'newSiteUnsaved' : 'newSite'),
      action: { label: updatesText('reload'), run: reloadInPlace },
    };
  }
  const module = loads.modules.at(pathname);
  const onScreen = [module, ...extensions.names.map((name) => loads.modules.named(name))];
  for (const part of onScreen) {
    const waiting = part && releases.waiting(part.manifest.name);
    if (waiting) return waitingNotice(part, waiting.release, releases, unsaved, part === module);
  }
  if (!module) return null;
  const { name, title, routes } = module.manifest;
  const route = openRoute(routes, pathname) ?? '';
  if (!module.failure || !module.previous || !shown.has(name, runningRelease(module), route)) return null;
  return {
    id: `${name} instead of ${module.release}`,
    text: updatesText('previous', { name: localizedText(title) }),
    action: unsaved ? null : { label: updatesText('tryNew'), run: () => tryNew(loads, module, route) },
  };
}

/** @param isPage the page itself is replaced, not only extensions on it */
function waitingNotice({ manifest: { name, title } }: TabModule, release: string, releases: NewReleases, unsaved: boolean, isPage: boolean): Notice {
  const apply = () => {
    if (isPage) expectPageArrival();
    releases.applyNow(name);
    if (!isPage) focusPage();
  };
  return {
    id: `${name} ${release}`,
    text: updatesText(unsaved ? 'newModuleUnsaved' : 'newModule', { name: localizedText(title) }),
    action: unsaved ? null : { label: updatesText('useNow'), run: apply },
  };
}

/** Loads the release that failed again. If it fails again, the page stays, and a toast says so. */
async function tryNew(loads: SiteLoads, { manifest: { name, title }, release: failed }: TabModule, route: string): Promise<void> {
  await loads.retry(name, (release) => {
    const page = loads.page(name, release, route);
    // Expects the page only once it is about to appear: an arrival that never comes would move the focus at a later step.
    if (release === failed) void page.promise.then(({ success }) => success && expectPageArrival());
    return page;
  });
  if (loads.modules.named(name)?.failure) showToast({ tone: 'error', text: updatesText('stillFails', { name: localizedText(title) }) });
}
