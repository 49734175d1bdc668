import { networkCode } from '@atrium/releases/stores';
import {
  contributionListingSchema,
  CONTRIBUTIONS_PATH,
  parseReleaseDetails,
  releaseListingSchema,
  shellReleaseSchema,
  type ContributionListing,
  type ReleaseDetails,
  type ReleaseListing,
  type ReleaseSet,
  type ShellRelease,
} from '@atrium/releases/wire';
import * as v from 'valibot';
import { SiteProxyError } from '../errors.ts';
import { readReleaseSet } from './site-document.ts';

/** Where tabs request the backend's URL and its public key (specification 7.1). */
export const CREDENTIALS_PATH = '/api/supabase-credentials';

/** Milliseconds to wait for the site's response. */
const TIMEOUT = 10_000;

const problemSchema = v.pipe(v.string(), v.parseJson(), v.object({ error: v.object({ message: v.string() }) }));
const shellSchema = v.pipe(v.string(), v.parseJson(), shellReleaseSchema);
const listingSchema = v.pipe(v.string(), v.parseJson(), releaseListingSchema);
const contributionsSchema = v.pipe(v.string(), v.parseJson(), contributionListingSchema);

/** A response with its whole body. */
interface SiteResponse extends Pick<Response, 'status' | 'headers'> {
  readonly body: string;
  /** The body as it was sent. */
  readonly bytes: Buffer;
}

/** The development build of a site's shell, or the site's reason for not serving one. */
export type DevelopmentShell = { readonly shell: ShellRelease } | { readonly shell: null; readonly reason: string };

/** Reads the live releases from the site's start page. @throws SiteProxyError if there is no Atrium site */
export async function fetchReleaseSet(site: string): Promise<ReleaseSet> {
  const { body, status } = await fetchFromSite(site, '/', { accept: 'text/html' });
  const set = readReleaseSet(body);
  if (set !== null) return set;
  if (status === 503) throw notReady(site);
  throw new SiteProxyError('no-atrium-site', `The server at ${site} is not an Atrium site. Pass the site with --site.`);
}

/** Reads the development build of the site's live shell. @throws SiteProxyError if the site does not respond */
export async function fetchDevelopmentShell(site: string): Promise<DevelopmentShell> {
  const { body, status } = await fetchFromSite(site, '/__atrium/development', { accept: 'application/json' });
  const shell = v.safeParse(shellSchema, body);
  if (status === 200 && shell.success) return { shell: shell.output };
  const problem = v.safeParse(problemSchema, body);
  const tooOld = 'This version of the site has no development build. Its operator can update it and set ALLOW_DEVELOPMENT=true.';
  return { shell: null, reason: problem.success && status !== 405 ? problem.output.error.message : tooOld };
}

/**
 * Reads what is live.
 * @param cookie the cookies of a visitor, who may get the release of a canary
 * @throws SiteProxyError if the site does not respond, or with something else
 */
export async function fetchListing(site: string, cookie?: string): Promise<ReleaseListing> {
  const { body, status } = await fetchFromSite(site, '/__atrium/registry', { accept: 'application/json', ...(cookie !== undefined && { cookie }) });
  const listing = v.safeParse(listingSchema, body);
  if (listing.success) return listing.output;
  if (status === 503) throw notReady(site);
  throw new SiteProxyError('other-site-version', `The site at ${site} does not list its live releases (status ${status}). Check the URL, or update page-kit.`);
}

/** Reads what the live page modules contribute to pages of others. @throws SiteProxyError if the site does not respond, or with something else */
export async function fetchContributions(site: string): Promise<ContributionListing> {
  const { body, status } = await fetchFromSite(site, CONTRIBUTIONS_PATH, { accept: 'application/json' });
  const listing = v.safeParse(contributionsSchema, body);
  if (listing.success) return listing.output;
  if (status === 503) throw notReady(site);
  throw new SiteProxyError('other-site-version', `The site at ${site} does not list slots and extensions (status ${status}). Check the URL, or update page-kit.`);
}

/** Reads the data about one release. @throws SiteProxyError if the site does not respond, or with something else */
export async function fetchReleaseDetails(site: string, name: string, release: string): Promise<ReleaseDetails> {
  const { body, status } = await fetchFromSite(site, `/__atrium/remotes/${name}/${release}`, { accept: 'application/json' });
  try {
    return parseReleaseDetails(JSON.parse(body));
  } catch (cause) {
    throw new SiteProxyError('other-site-version', `The site at ${site} does not describe release ${release} of ${name} (status ${status}). Check the URL, or update page-kit.`, { cause });
  }
}

function notReady(site: string): SiteProxyError {
  return new SiteProxyError('site-not-ready', `The site at ${site} has no usable shell yet. Its start page tells the operator what to do.`);
}

/** @param code see {@link networkCode} */
function unreachable(site: string, code: string | null): string {
  if (code === null) return `The site at ${site} did not respond within ${TIMEOUT / 1000} s. Try again.`;
  if (code === 'ECONNREFUSED' || code === 'no response') return `No server responds at ${site}. Start the site there (npm start in its repository), or pass another site with --site.`;
  return `The site at ${site} cannot be reached (${code}). Check the URL and the network. For a certificate of your own authority, set NODE_EXTRA_CA_CERTS.`;
}

/**
 * Requests a path and query from a site. They are appended to the origin, so they cannot select another host. The body is read
 * here, because a connection can also break within it.
 *
 * @throws SiteProxyError if the site does not respond
 */
export async function fetchFromSite(site: string, path: string, headers: Readonly<Record<string, string>>): Promise<SiteResponse> {
  try {
    const response = await fetch(`${site}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body: bytes.toString('utf8'), bytes };
  } catch (cause) {
    throw new SiteProxyError('site-unreachable', unreachable(site, networkCode(cause)), { cause });
  }
}
