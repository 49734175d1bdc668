import { randomBytes } from 'node:crypto';
import { canariesOf, withCanaries } from '@atrium/releases/canary';
import type { LiveSite } from '@atrium/releases/live-site';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from './cookies.ts';

/**
 * The cookie that makes a visitor get the same canaries again (design §7). It says nothing about anybody and no script
 * can read it. It is set only while there are canaries.
 */
const cookieName = 'atrium-visitor';

/** One year, in seconds: as long as browsers keep a cookie, and some more. */
const cookieAge = 31_536_000;

/** So many combinations of canaries are kept ready; more come only where many modules have one at once. */
const keptSites = 64;

const bySite = new WeakMap<LiveSite, Map<string, LiveSite>>();

/** The site as a visitor gets it, who is marked if canaries have to be given out. The same object for the same site. */
export function siteForDocument(site: LiveSite, request: FastifyRequest, reply: FastifyReply): LiveSite {
  return site.canaries.length === 0 ? site : siteFor(site, visitorOf(request) ?? newVisitor(request, reply));
}

/** The site as a visitor has it who was marked with a document; everybody else has what is live. */
export function siteForTab(site: LiveSite, request: FastifyRequest): LiveSite {
  const visitor = visitorOf(request);
  return visitor === null ? site : siteFor(site, visitor);
}

function siteFor(site: LiveSite, visitor: string): LiveSite {
  const canaries = canariesOf(site, visitor);
  if (canaries.length === 0) return site;
  const sites = bySite.get(site) ?? new Map<string, LiveSite>();
  bySite.set(site, sites);
  const key = canaries.map(({ name }) => name).join();
  const known = sites.get(key);
  if (known !== undefined) return known;
  const [oldest] = sites.keys();
  if (oldest !== undefined && sites.size >= keptSites) sites.delete(oldest);
  const made = withCanaries(site, canaries);
  sites.set(key, made);
  return made;
}

/** What stands in the cookie; null for everything that was not written here. */
function visitorOf(request: FastifyRequest): string | null {
  const visitor = readCookie(request, cookieName);
  return visitor !== null && /^[0-9a-f]{32}$/.test(visitor) ? visitor : null;
}

function newVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const visitor = randomBytes(16).toString('hex');
  setCookie(request, reply, cookieName, visitor, { sameSite: 'Lax', maxAge: cookieAge });
  return visitor;
}
