import { previewQuery } from '@atrium/releases/names';
import type { ShownPreview } from '@atrium/releases/preview-wire';
import { Button } from '@atrium/page-kit/ui';
import { useEffect, useState, useTransition } from 'react';
import { timeText } from '../site/time-text.ts';
import { previewText } from './preview-messages.ts';
import { forgetPreview } from './preview-requests.ts';

interface Props {
  /** Null where there is no preview any more. */
  readonly shown: ShownPreview | null;
  /** What people call the part of the site that is previewed. */
  readonly name: string;
  /** Loads the live page of the same address, once the tab and the site have forgotten the preview. */
  readonly reload: () => void;
}

/** Says that this is a preview and ends it; or that there is none any more. It stands above the page and covers nothing of it. */
export function PreviewBanner({ shown, name, reload }: Props) {
  const isExpired = useIsOver(shown?.expires ?? null);
  const [dismissed, setDismissed] = useState(false);
  const [busy, startAction] = useTransition();
  if (dismissed) return null;
  const text = () => {
    if (!shown) return previewText('ended');
    if (isExpired) return previewText('expired', { name });
    return previewText('shown', { name, release: shown.release, team: shown.team, until: timeText(shown.expires * 1000) });
  };
  return (
    <section className="atrium-alert-info" aria-label={previewText('heading')}>
      <div className="shell-notice">
        <p role="status">{text()}</p>
        {shown ? (
          <Button busy={busy} onClick={() => startAction(() => endPreview().then(reload))}>{previewText('end')}</Button>
        ) : (
          <Button onClick={() => setDismissed(true)}>{previewText('dismiss')}</Button>
        )}
      </div>
    </section>
  );
}

/** Whether a moment has passed; in seconds since 1970. No link lasts so long that a timer could not. */
function useIsOver(seconds: number | null): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (seconds === null) return;
    const timer = setTimeout(() => setIsOver(true), Math.max(0, seconds * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [seconds]);
  return isOver;
}

async function endPreview(): Promise<void> {
  try {
    sessionStorage.removeItem(previewQuery);
  } catch {
    // Where storage is forbidden, the tab remembers nothing.
  }
  await forgetPreview();
}
