import { showToast } from '@atrium/page-kit/site';
import { platformText } from './platform-messages.ts';

/** A release by its id, of which the beginning shows; a press copies the whole, for the command. */
export function ReleaseName({ release }: { readonly release: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(release);
      showToast({ text: platformText('release.copied', { release }) });
    } catch {
      // Forbidden, or a page without https: the whole id is there to read.
      showToast({ text: platformText('release.notCopied', { release }), tone: 'error' });
    }
  };
  return (
    <button type="button" className="platform-release" title={release} aria-description={platformText('release.copy')} onClick={() => void copy()}>
      {release}
    </button>
  );
}
