import { parseReleaseDetails, type ReleaseDetails, releaseListingSchema, type ReleaseListing } from '@atrium/releases/release-answers';
import * as v from 'valibot';

/** The site's server did not say what was asked, or something that cannot be. */
export class SiteRequestError extends Error {
  override readonly name: string = 'SiteRequestError';
}

/** The site's server answered with something that cannot be: nobody's network is to blame. */
export class MalformedAnswerError extends SiteRequestError {
  override readonly name = 'MalformedAnswerError';
}

/** Stands for a listing whose `schema` is of a later time than this tab's shell. */
export const LATER = 'later';

const laterSchema = v.object({ schema: v.pipe(v.number(), v.gtValue(releaseListingSchema.entries.schema.literal)) });

/** Milliseconds until an answer that does not come counts as none. */
const TIMEOUT = 8_000;

/** The listing of what is live, with the entity tag to ask with the next time. */
export interface TaggedListing {
  readonly listing: ReleaseListing | typeof LATER;
  readonly tag: string;
}

/**
 * Asks what is live now.
 *
 * @param tag of the listing that the tab has
 * @returns null if that is still the one
 * @throws SiteRequestError
 */
export async function askListing(tag: string): Promise<TaggedListing | null> {
  // The tab keeps its own tag: the browser's cache would hand it the whole listing each time.
  const answer = await ask('/__atrium/registry', { cache: 'no-store', headers: tag ? { 'if-none-match': tag } : {} });
  if (answer.status === 304) return null;
  return { listing: await parsed(answer, parseListing), tag: answer.headers.get('etag') ?? '' };
}

function parseListing(data: unknown): TaggedListing['listing'] {
  return v.is(laterSchema, data) ? LATER : v.parse(releaseListingSchema, data);
}

/**
 * Asks what it takes to load a release. What was answered wrongly once is not taken from the browser's cache again.
 *
 * @throws SiteRequestError
 */
export async function askDetails(name: string, release: string): Promise<ReleaseDetails> {
  const address = `/__atrium/remotes/${name}/${release}`;
  let details: ReleaseDetails;
  try {
    details = await parsed(await ask(address, {}), parseReleaseDetails);
  } catch {
    details = await parsed(await ask(address, { cache: 'reload' }), parseReleaseDetails);
  }
  if (details.name !== name || details.release !== release || !details.base.endsWith(`/${name}/${release}/`)) {
    throw new SiteRequestError(`The site's server answered with another release than ${release} of ${name}.`);
  }
  return details;
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  } catch (cause) {
    throw new SiteRequestError(`No answer came from ${address}.`, { cause });
  }
}

async function parsed<Value>(answer: Response, parse: (data: unknown) => Value): Promise<Value> {
  const { ok, status, url } = answer;
  if (!ok) throw new SiteRequestError(`${url} answered with status ${status}.`);
  const text = await bodyOf(answer);
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw new MalformedAnswerError(`${url} answered with something else.`, { cause });
  }
}

/** All of an answer's text: the connection, or the time, can end within it. */
async function bodyOf(answer: Response): Promise<string> {
  try {
    return await answer.text();
  } catch (cause) {
    throw new SiteRequestError(`The answer of ${answer.url} broke off.`, { cause });
  }
}
