import {
  contributionListingSchema,
  CONTRIBUTIONS_PATH,
  parseReleaseDetails,
  releaseListingSchema,
  type ContributionListing,
  type ReleaseDetails,
  type ReleaseListing,
} from '@atrium/releases/wire';
import * as v from 'valibot';

/** The site's server did not respond, or responded with an error or malformed data. */
export class SiteRequestError extends Error {
  override readonly name: string = 'SiteRequestError';
}

/** The site's server responded with malformed data: the network is not to blame. */
export class MalformedResponseError extends SiteRequestError {
  override readonly name = 'MalformedResponseError';
}

/** Replaces a listing whose `schema` is newer than this tab's shell. */
export const NEWER_SCHEMA = 'newer-schema';

const newerSchema = v.object({ schema: v.pipe(v.number(), v.gtValue(releaseListingSchema.entries.schema.literal)) });

/** Milliseconds until a request fails. */
const TIMEOUT = 8_000;

/** The listing of the live releases, with the entity tag for the next request. */
export interface TaggedListing {
  readonly listing: ReleaseListing | typeof NEWER_SCHEMA;
  readonly tag: string;
}

/**
 * Requests the listing of the live releases.
 *
 * @param tag the entity tag of the tab's listing
 * @returns null if the listing has not changed
 * @throws SiteRequestError
 */
export async function fetchListing(tag: string): Promise<TaggedListing | null> {
  // The tab stores the tag itself: the browser's cache would return the whole listing each time.
  const response = await request('/__atrium/registry', { cache: 'no-store', headers: tag ? { 'if-none-match': tag } : {} });
  if (response.status === 304) return null;
  return { listing: await parsed(response, parseListing), tag: response.headers.get('etag') ?? '' };
}

function parseListing(data: unknown): TaggedListing['listing'] {
  return v.is(newerSchema, data) ? NEWER_SCHEMA : v.parse(releaseListingSchema, data);
}

/**
 * Requests the details that are needed to load a release. After a malformed response, a second request bypasses the browser's cache.
 *
 * @throws SiteRequestError
 */
export async function fetchDetails(name: string, release: string): Promise<ReleaseDetails> {
  const address = `/__atrium/remotes/${name}/${release}`;
  let details: ReleaseDetails;
  try {
    details = await parsed(await request(address, {}), parseReleaseDetails);
  } catch (error) {
    if (!(error instanceof MalformedResponseError)) throw error;
    details = await parsed(await request(address, { cache: 'reload' }), parseReleaseDetails);
  }
  if (details.name !== name || details.release !== release || !details.base.endsWith(`/${name}/${release}/`)) {
    throw new SiteRequestError(`The site's server responded with a release other than ${release} of ${name}.`);
  }
  return details;
}

/**
 * Requests what the live page modules contribute to each other's pages and to the command palette. Logs a malformed response.
 *
 * @throws SiteRequestError
 */
export async function fetchContributions(): Promise<ContributionListing> {
  try {
    return await parsed(await request(CONTRIBUTIONS_PATH, {}), (data) => v.parse(contributionListingSchema, data));
  } catch (error) {
    if (error instanceof MalformedResponseError) console.error(error.message, error.cause);
    throw error;
  }
}

async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  } catch (cause) {
    throw new SiteRequestError(`No response from ${address}.`, { cause });
  }
}

async function parsed<Value>(response: Response, parse: (data: unknown) => Value): Promise<Value> {
  const { ok, status, url } = response;
  if (!ok) throw new SiteRequestError(`${url} responded with status ${status}.`);
  const text = await bodyOf(response);
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw new MalformedResponseError(`${url} responded with malformed data.`, { cause });
  }
}

/** The response's whole text: the connection can break, or the time run out, while it arrives. */
async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new SiteRequestError(`The response of ${response.url} was interrupted.`, { cause });
  }
}
