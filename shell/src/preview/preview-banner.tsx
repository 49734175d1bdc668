import { formatDateTime } from '@atrium/page-kit/messages';
import { Button } from '@atrium/page-kit/ui';
import type { PreviewBlock, ShownPreview } from '@atrium/releases/wire';
import { useEffect, useState, useTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { TabModules } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import { previewText } from './messages.ts';
import { endPreview } from './preview-requests.ts';

/**
 * Shows the banner at the top of every page. It is rendered outside the site's React tree, so that a release that breaks
 * the site does not take the way out of the preview with it.
 */
export function showBanner({ shown }: PreviewBlock, modules: TabModules, inspect: () => void): void {
  const place = document.createElement('div');
  place.className = 'shell-banner';
  document.body.prepend(place);
  const name = shown ? partName(shown.name, modules) : '';
  createRoot(place).render(<PreviewBanner shown={shown} name={name} reload={() => window.location.reload()} inspect={inspect} />);
}

function partName(name: string, modules: TabModules): string {
  const module = modules.named(name);
  if (module) return localizedText(module.manifest.title);
  return name === 'shell' || name === 'auth' ? previewText(name) : name;
}

interface Props {
  /** Null if the preview has ended. */
  readonly shown: ShownPreview | null;
  /** Display name of the previewed part of the site. */
  readonly name: string;
  /** Loads the live page at the same URL, once the tab and the site have forgotten the preview. */
  readonly reload: () => void;
  /** Opens the inspector. */
  readonly inspect: () => void;
}

/** Says that this is a preview and ends it, or says that it has ended. The banner is above the page and does not cover it. */
export function PreviewBanner({ shown, name, reload, inspect }: Props) {
  const isExpired = useIsPast(shown?.expires ?? null);
  const [dismissed, setDismissed] = useState(false);
  const [busy, startAction] = useTransition();
  if (dismissed) return null;
  const text = () => {
    if (!shown) return previewText('ended');
    if (isExpired) return previewText('expired', { name });
    return previewText('shown', { name, release: shown.release, team: shown.team, until: formatDateTime(shown.expires * 1000) });
  };
  return (
    <section className="atrium-alert-info shell-notice" aria-label={previewText('heading')}>
      <p role="status">{text()}</p>
      {shown ? (
        <div className="atrium-row">
          <Button onClick={inspect}>{previewText('inspect')}</Button>
          <Button busy={busy} onClick={() => startAction(() => endPreview().then(reload))}>{previewText('end')}</Button>
        </div>
      ) : (
        <Button onClick={() => setDismissed(true)}>{previewText('dismiss')}</Button>
      )}
    </section>
  );
}

/** Whether a moment, in seconds since 1970, has passed. Links expire well within the longest time of a timer. */
function useIsPast(seconds: number | null): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (seconds === null) return;
    const timer = setTimeout(() => setIsPast(true), Math.max(0, seconds * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [seconds]);
  return isPast;
}
