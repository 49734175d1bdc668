import type { LiveSite } from '@atrium/releases/resolve';
import { PREVIEW_QUERY, type PreviewBlock } from '@atrium/releases/wire';
import { previewDigest } from '@atrium/releases/preview';
import type { FastifyRequest } from 'fastify';
import { checkPreview, type PreviewSources } from './check.ts';

/** The cookie with the signed link that a person confirmed in this browser. It has the name of the query. */
export const PREVIEW_COOKIE = PREVIEW_QUERY;

/** What documents of previews are checked with. */
export interface RequestedPreviewSources extends PreviewSources {
  /** Counts the request; false after too many from its IP address. */
  readonly mayCheck: (request: FastifyRequest) => Promise<boolean>;
}

/** The site that a document shows, and what the document tells its tab about previews. */
export interface RequestedDocument {
  readonly site: LiveSite;
  /** The tab's name for the preview; null for the live site. */
  readonly digest: string | null;
  readonly block: PreviewBlock | null;
}

/**
 * Finds out whether a document is requested as a preview: the URL and the cookie must match, and the link must still
 * be valid. A URL alone opens no preview, and the cookie alone opens none in other tabs.
 *
 * @returns null for a request that has nothing to do with previews
 */
export async function requestedDocument(sources: RequestedPreviewSources, live: LiveSite, request: FastifyRequest): Promise<RequestedDocument | null> {
  const link = request.cookies[PREVIEW_COOKIE] || null;
  const asked = request.url.includes(`${PREVIEW_QUERY}=`) ? new URLSearchParams(request.url.replace(/^[^?]*/, '')).get(PREVIEW_QUERY) : null;
  // If the tab shows the preview and was reloaded, it remembers the preview and requests it again.
  if (asked === null) return link === null ? null : { site: live, digest: null, block: null };
  const ended: RequestedDocument = { site: live, digest: null, block: { shown: null } };
  if (link === null || previewDigest(link) !== asked || !(await sources.mayCheck(request))) return ended;
  try {
    const check = await checkPreview(sources, live, link);
    if (!check.ok) return ended;
    const { name, release, team, expires } = check.preview;
    return { site: check.site, digest: asked, block: { shown: { name, release, team, expires } } };
  } catch (err) {
    // A failed check must not take the live site down.
    request.log.error({ err }, 'a preview cannot be checked');
    return ended;
  }
}
