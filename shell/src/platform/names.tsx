import { formatDateTime } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import type { PlatformRemote } from '@atrium/releases/wire';
import { localizedText } from '../texts/document-language.ts';
import { agoText } from '../texts/time-text.ts';
import { platformText } from './messages.ts';

/** A remote's display name. */
export function remoteTitle({ name, kind, title }: PlatformRemote): string {
  if (kind !== 'page-module') return platformText(kind);
  return (title && localizedText(title)) || name;
}

/** The time since a moment, with the exact time on hover. */
export function Ago({ moment }: { readonly moment: string }) {
  return <time dateTime={moment} title={formatDateTime(moment)}>{agoText(moment)}</time>;
}

/** Eight characters distinguish a remote's releases. */
const SHOWN_CHARACTERS = 8;

/** A release's id, or only its beginning; pressing it copies the whole id, for use in the command. */
export function ReleaseName({ release, isWhole = false }: { readonly release: string; readonly isWhole?: boolean }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(release);
      showToast({ text: platformText('release.copied', { release }) });
    } catch {
      // Copying is not allowed, or the page has no https: the toast shows the whole id.
      showToast({ text: platformText('release.notCopied', { release }), tone: 'error' });
    }
  };
  return (
    <button type="button" className="platform-release" title={release} aria-description={platformText('release.copy')} onClick={() => void copy()}>
      {isWhole ? release : release.slice(0, SHOWN_CHARACTERS)}
    </button>
  );
}
