import { isSignedWith, longestPreviewMinutes, parsePreview } from '@atrium/releases/preview-link';
import type { PreviewAnswer } from '@atrium/releases/preview-wire';
import { previewedSite } from '@atrium/releases/previewed-site';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { LiveSite } from '@atrium/releases/live-site';
import { covers } from '@atrium/releases/team-book';

/** What a preview is checked against. */
export interface PreviewGround {
  readonly store: ReleaseStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a preview is not shown. */
export type PreviewRefusal = 'preview-altered' | 'preview-expired' | 'preview-not-allowed' | 'preview-not-stored';

/** What checking a link came to: the preview with the site that it makes, or why there is none. */
export type PreviewCheck =
  | { readonly ok: true; readonly preview: PreviewAnswer; readonly site: LiveSite }
  | { readonly ok: false; readonly refusal: PreviewRefusal };

/**
 * Checks a signed link each time that it is used: the signature, with the key of a token that still holds; the time; the
 * team's right to the remote; and that the release is stored. The command makes no link that holds for more than a week,
 * so one that does was signed by something else and counts as altered.
 */
export async function checkPreview({ store, now }: PreviewGround, live: LiveSite, text: string): Promise<PreviewCheck> {
  const refuse = (refusal: PreviewRefusal): PreviewCheck => ({ ok: false, refusal });
  const link = parsePreview(text);
  const signer = link && (await store.teams.previewKeyOf(link.tokenId));
  // A token that was revoked looks as one that never was: nobody learns which there are.
  if (!link || !signer || !isSignedWith(link, signer.key)) return refuse('preview-altered');
  const { name, release, expires, path } = link;
  const left = expires * 1000 - now();
  if (left <= 0) return refuse('preview-expired');
  if (left > longestPreviewMinutes * 60_000) return refuse('preview-altered');
  const { team } = signer;
  if (!covers(signer, name)) return refuse('preview-not-allowed');
  const reading = await store.readManifest(name, release);
  const site = reading.status === 'ok' ? previewedSite(live, reading.manifest) : null;
  return site ? { ok: true, preview: { name, release, team, expires, path }, site } : refuse('preview-not-stored');
}
