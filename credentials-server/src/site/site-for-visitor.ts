import { randomBytes } from 'node:crypto';
import { canariesOf, withCanaries, type LiveSite } from '@atrium/releases/resolve';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that gives a visitor the same canaries again. It holds a random text that no script can read, and is set only
 * while the site has canaries.
 */
const VISITOR_COOKIE = 'atrium-visitor';

/** One year, in seconds. Browsers keep no cookie for more than 400 days (RFC 6265bis, 5.5). */
const VISITOR_COOKIE_AGE = 31_536_000;

/** Cached combinations of canaries per site. More exist only while many modules have a canary at the same time. */
const MAX_CACHED_SITES = 64;

const sitesWithCanaries = new WeakMap<LiveSite, Map<string, LiveSite>>();

/**
 * The site for the visitor who asks for a document. Sets the visitor's cookie if the site has canaries. Returns the same
 * object for the same canaries.
 */
export function siteForDocument(site: LiveSite, request: FastifyRequest, reply: FastifyReply): LiveSite {
  return site.canaries.length === 0 ? site : siteFor(site, visitorOf(request) ?? newVisitor(reply));
}

/** The site for an open tab: with the visitor's canaries if a document set the cookie, else the live site. */
export function siteForTab(site: LiveSite, request: FastifyRequest): LiveSite {
  const visitor = visitorOf(request);
  return visitor === null ? site : siteFor(site, visitor);
}

function siteFor(site: LiveSite, visitor: string): LiveSite {
  const canaries = canariesOf(site, visitor);
  if (canaries.length === 0) return site;
  const cached = sitesWithCanaries.get(site) ?? new Map<string, LiveSite>();
  sitesWithCanaries.set(site, cached);
  const key = canaries.map(({ name }) => name).join();
  const known = cached.get(key);
  if (known !== undefined) return known;
  const [oldest] = cached.keys();
  if (oldest !== undefined && cached.size >= MAX_CACHED_SITES) cached.delete(oldest);
  const made = withCanaries(site, canaries);
  cached.set(key, made);
  return made;
}

/** The cookie's value; null for a value that this server did not write. */
function visitorOf({ cookies }: FastifyRequest): string | null {
  const visitor = cookies[VISITOR_COOKIE];
  return visitor !== undefined && /^[0-9a-f]{32}$/.test(visitor) ? visitor : null;
}

function newVisitor(reply: FastifyReply): string {
  const visitor = randomBytes(16).toString('hex');
  reply.setCookie(VISITOR_COOKIE, visitor, { sameSite: 'lax', maxAge: VISITOR_COOKIE_AGE });
  return visitor;
}
