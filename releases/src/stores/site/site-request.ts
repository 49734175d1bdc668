import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { networkCode } from '../fetch-failure.ts';
import type { Compression } from '../release-store.ts';
import { errorFor, SiteStoreError } from './site-store-error.ts';
import { ENCODING_HEADER, encodingSchema, refusalSchema, STORE_PATH, type Refusal } from './store-wire.ts';

/** As long as the server waits for a request. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** A site and the token for it. */
export interface SiteAccess {
  /** The site's origin, such as `https://app.example.org`. */
  readonly site: string;
  /** A team's token. */
  readonly token: string;
  /** The time limit for a response in milliseconds. Uploads have {@link UPLOAD_TIMEOUT_MS}. */
  readonly timeout?: number;
  /** The pauses before a read is retried, in milliseconds. */
  readonly retryPauses?: readonly number[];
}

/** A request. Only reads are retried when the network fails. */
interface SiteRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** The path below the store's base path. */
  readonly path: string;
  readonly json?: unknown;
  readonly form?: FormData;
  /** What to check first if the outcome is unknown. Omitted if repeating the request is safe. */
  readonly checkFirst?: string;
}

/** A response with its whole body: a connection that breaks in the body is a failure too. */
interface SiteResponse extends Pick<Response, 'status' | 'ok' | 'headers'> {
  readonly body: Buffer;
}

/** The statuses of a proxy whose server does not respond. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Sends a request to the site's store and parses the response.
 *
 * @throws SiteStoreError if the store cannot be reached or refuses, or the error that a local store would have thrown
 */
export async function requestSite<T>(access: SiteAccess, request: SiteRequest, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const response = await send(access, request);
  if (!response.ok) throw errorFor(refusalOf(access, request, response));
  const parsed = parseDocument(schema, response.body.toString('utf8'));
  if (parsed.ok) return parsed.value;
  throw unknownResponse(access);
}

/** Requests a file in one of these encodings or without one; null if it does not exist. @throws like requestSite */
export async function requestBytes(
  access: SiteAccess,
  path: string,
  encodings: readonly Compression[],
): Promise<{ readonly content: Buffer; readonly encoding: Compression | 'identity' } | null> {
  const request: SiteRequest = { path: encodings.length === 0 ? path : `${path}?encodings=${encodings.join()}` };
  const response = await send(access, request);
  if (response.status === 404) return null;
  if (!response.ok) throw errorFor(refusalOf(access, request, response));
  const encoding = v.safeParse(encodingSchema, response.headers.get(ENCODING_HEADER));
  if (encoding.success) return { content: response.body, encoding: encoding.output };
  throw unknownResponse(access);
}

async function send(access: SiteAccess, request: SiteRequest): Promise<SiteResponse> {
  const { retryPauses = [200, 800] } = access;
  const pauses = isRead(request) ? retryPauses : [];
  for (let attempt = 0; ; attempt += 1) {
    const retryAfter = pauses[attempt];
    try {
      const response = await sendOnce(access, request);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      // The store's own refusals are JSON and final.
      if (retryAfter === undefined || !GATEWAY_ERRORS.has(response.status) || isJson) return response;
    } catch (error) {
      if (retryAfter === undefined || error instanceof SiteStoreError) throw asSiteStoreError(access, request, error);
    }
    await pause(retryAfter);
  }
}

async function sendOnce(access: SiteAccess, { method = 'GET', path, json, form }: SiteRequest): Promise<SiteResponse> {
  const { site, token, timeout = 30_000 } = access;
  const response = await fetch(`${site}${STORE_PATH}/${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: form }),
    // The token must only go to the given URL.
    redirect: 'manual',
    signal: AbortSignal.timeout(form === undefined ? timeout : UPLOAD_TIMEOUT_MS),
  });
  if (response.status >= 300 && response.status < 400) throw new SiteStoreError('redirected', redirectMessage(site, response));
  const { status, ok, headers } = response;
  return { status, ok, headers, body: Buffer.from(await response.arrayBuffer()) };
}

function redirectMessage(site: string, { headers }: Response): string {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, site) ? new URL(location, site).origin : 'another URL';
  return `${site} redirects to ${target}, and the token is not sent there. If that is the site, use that URL.`;
}

function asSiteStoreError({ site }: SiteAccess, request: SiteRequest, cause: unknown): SiteStoreError {
  if (cause instanceof SiteStoreError) return cause;
  const code = networkCode(cause);
  const what = code === null ? `${site} did not respond in time.` : `${site} cannot be reached (${code}).`;
  const next = isRead(request) ? 'Check the URL and the network, then try again.' : unknownOutcome(request);
  return new SiteStoreError('unreachable', `${what} ${next}`, { cause });
}

function isRead({ method = 'GET' }: SiteRequest): boolean {
  return method === 'GET';
}

function unknownOutcome({ checkFirst }: SiteRequest): string {
  return `It is unknown whether the request succeeded${checkFirst === undefined ? '; repeating it is safe.' : `. ${checkFirst}`}`;
}

function unknownResponse({ site }: SiteAccess): SiteStoreError {
  return new SiteStoreError('unknown-response', `${site} sent a response that this version does not understand. Update page-kit, or the site.`);
}

function refusalOf({ site }: SiteAccess, request: SiteRequest, { status, body }: SiteResponse): Refusal {
  const parsed = parseDocument(refusalSchema, body.toString('utf8'));
  if (parsed.ok) return parsed.value.error;
  const isLost = GATEWAY_ERRORS.has(status) && !isRead(request);
  const next = isLost ? unknownOutcome(request) : 'Check the URL, then try again.';
  return { code: 'failed', message: `${site} responded with status ${status}, but not like an Atrium site. ${next}` };
}
