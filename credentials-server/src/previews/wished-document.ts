import { previewDigest } from '@atrium/releases/preview-link';
import { previewQuery } from '@atrium/releases/names';
import type { PreviewBlock } from '@atrium/releases/preview-wire';
import type { LiveSite } from '@atrium/releases/live-site';
import type { FastifyRequest } from 'fastify';
import { checkPreview, type PreviewGround } from './check-preview.ts';
import { previewCookie } from './preview-cookie.ts';

/** Of which site a document is, and what it has to tell the tab about previews. */
export interface WishedDocument {
  readonly site: LiveSite;
  /** Stands for the preview in the tab; null for the live site. */
  readonly digest: string | null;
  readonly block: PreviewBlock | null;
}

/**
 * Finds out whether a document is wished as a preview. It is one only if the address and the cookie belong together and
 * the link still holds: nobody gets a preview by an address alone, and no other tab by the cookie alone.
 *
 * @returns null for a request that has nothing to do with previews
 */
export async function wishedDocument(ground: PreviewGround, live: LiveSite, request: FastifyRequest): Promise<WishedDocument | null> {
  const link = previewCookie(request);
  const asked = request.url.includes(`${previewQuery}=`) ? new URLSearchParams(request.url.replace(/^[^?]*/, '')).get(previewQuery) : null;
  // The tab may be one that shows the preview, and was loaded anew: it knows, and asks again.
  if (asked === null) return link === null ? null : { site: live, digest: null, block: null };
  const ended: WishedDocument = { site: live, digest: null, block: { shown: null } };
  if (link === null || previewDigest(link) !== asked) return ended;
  try {
    const check = await checkPreview(ground, live, link);
    if (!check.ok) return ended;
    const { name, release, team, expires } = check.preview;
    return { site: check.site, digest: asked, block: { shown: { name, release, team, expires } } };
  } catch (err) {
    // The live site does not need what failed here.
    request.log.error({ err }, 'a preview cannot be checked');
    return ended;
  }
}
