import { formatDateTime } from '@atrium/page-kit/messages';
import type { PlatformRemote } from '@atrium/releases/wire';
import { copyText } from '../frame/copy-button.tsx';
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
  // The toast shows the whole id.
  const copy = () => copyText(release, { copied: platformText('release.copied', { release }), notCopied: platformText('release.notCopied', { release }) });
  return (
    <button type="button" className="platform-release" title={release} aria-description={platformText('release.copy')} onClick={() => void copy()}>
      {isWhole ? release : release.slice(0, SHOWN_CHARACTERS)}
    </button>
  );
}
