import { showToast } from '@atrium/page-kit/site';
import type { PlatformRemote } from '@atrium/releases/wire';
import { localizedText } from '../texts/document-language.ts';
import { platformText } from './messages.ts';

/** A remote's display name. */
export function remoteTitle({ name, kind, title }: PlatformRemote): string {
  if (kind !== 'page-module') return platformText(kind);
  return (title && localizedText(title)) || name;
}

/** The beginning of a release's id; pressing it copies the whole id, for use in the command. */
export function ReleaseName({ release }: { readonly release: string }) {
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
      {release}
    </button>
  );
}
