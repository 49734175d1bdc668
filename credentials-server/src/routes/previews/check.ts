import { isSignedWith, MAX_PREVIEW_MINUTES, parsePreview, previewedSite } from '@atrium/releases/preview';
import type { PreviewResponse } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { LiveSite } from '@atrium/releases/resolve';
import { covers } from '@atrium/releases/teams';

/** What a preview is checked against. */
export interface PreviewSources {
  readonly store: ReleaseStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a preview is not shown. */
export type PreviewRefusal = 'preview-altered' | 'preview-expired' | 'preview-not-allowed' | 'preview-not-stored';

/** The preview with its site, or why it is refused. */
export type PreviewCheck =
  | { readonly ok: true; readonly preview: PreviewResponse; readonly site: LiveSite }
  | { readonly ok: false; readonly refusal: PreviewRefusal };

/**
 * Checks a signed link each time that it is used: the signature, with the key of a valid token; the expiry; the team's
 * right to the remote; and that the release is stored. The command makes no link that is valid for more than a week, so
 * one that expires later was signed by something else and counts as altered.
 */
export async function checkPreview({ store, now }: PreviewSources, live: LiveSite, text: string): Promise<PreviewCheck> {
  const refuse = (refusal: PreviewRefusal): PreviewCheck => ({ ok: false, refusal });
  const link = parsePreview(text);
  const signer = link && (await store.teams.previewKeyOf(link.tokenId));
  // Revoked and unknown tokens get the same response, so that it does not reveal which tokens exist.
  if (!link || !signer || !isSignedWith(link, signer.key)) return refuse('preview-altered');
  const { name, release, expires, path } = link;
  const left = expires * 1000 - now();
  if (left <= 0) return refuse('preview-expired');
  if (left > MAX_PREVIEW_MINUTES * 60_000) return refuse('preview-altered');
  const { team } = signer;
  if (!covers(signer, name)) return refuse('preview-not-allowed');
  const reading = await store.readManifest(name, release);
  const site = reading.status === 'ok' ? previewedSite(live, reading.manifest) : null;
  return site ? { ok: true, preview: { name, release, team, expires, path }, site } : refuse('preview-not-stored');
}
