import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Compression } from '../release-store.ts';
import { SiteStoreError } from './site-store-error.ts';
import { encodingHeader, encodingSchema, refusalSchema, storePath, type Refusal } from './store-wire.ts';
import { thrownRefusal } from './thrown-refusal.ts';

/** Which site, and in whose name. */
export interface SiteAccess {
  /** The site's origin, such as `https://app.example.org`. */
  readonly site: string;
  /** A team's token. */
  readonly token: string;
  /** Milliseconds for an answer; an upload has `uploadTimeout`. */
  readonly timeout?: number;
  readonly uploadTimeout?: number;
}

/** What `AbortSignal.timeout` ends a request with. */
const lateSchema = v.object({ name: v.literal('TimeoutError') });

/** What fetch throws where the network fails. */
const failedSchema = v.object({ cause: v.object({ code: v.string() }) });

/** What to ask. Only reads, which change nothing, are asked again when the network fails. */
export interface SiteRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Below the store's address. */
  readonly path: string;
  readonly json?: unknown;
  readonly form?: FormData;
}

/** Milliseconds to wait before a read is asked again. */
const retryPauses = [200, 800] as const;

/** What proxies answer while the server behind them is away. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Asks the site's store and reads its answer by a schema.
 *
 * @throws SiteStoreError if it cannot be reached or refuses, or the error that the store itself would have thrown
 */
export async function askSite<T>(access: SiteAccess, request: SiteRequest, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const response = await send(access, request);
  const body = await jsonOf(response);
  if (!response.ok) throw thrownRefusal(refusalOf(access, response, body));
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new SiteStoreError('unknown-answer', `${access.site} answers in a form that is not known here. Update page-kit, or the site.`);
}

/** Asks for the bytes of a file, in one of these encodings or as it is; null if there is none. @throws as askSite */
export async function askSiteForBytes(
  access: SiteAccess,
  path: string,
  encodings: readonly Compression[],
): Promise<{ readonly content: Buffer; readonly encoding: Compression | 'identity' } | null> {
  const response = await send(access, { path: encodings.length === 0 ? path : `${path}?encodings=${encodings.join()}` });
  if (response.status === 404) return null;
  if (!response.ok) throw thrownRefusal(refusalOf(access, response, await jsonOf(response)));
  const encoding = v.parse(encodingSchema, response.headers.get(encodingHeader));
  return { content: Buffer.from(await response.arrayBuffer()), encoding };
}

async function send(access: SiteAccess, request: SiteRequest): Promise<Response> {
  const pauses = (request.method ?? 'GET') === 'GET' ? retryPauses : [];
  for (let attempt = 0; ; attempt += 1) {
    const again = pauses[attempt];
    try {
      const response = await sendOnce(access, request);
      const typed = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      // The store's own refusals are JSON and final.
      if (again === undefined || !passing.has(response.status) || typed) return response;
    } catch (error) {
      if (again === undefined || error instanceof SiteStoreError) throw asSiteStoreError(access, request, error);
    }
    await pause(again);
  }
}

async function sendOnce(access: SiteAccess, { method = 'GET', path, json, form }: SiteRequest): Promise<Response> {
  const { site, token, timeout = 30_000, uploadTimeout = 120_000 } = access;
  const response = await fetch(`${site}${storePath}/${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: form }),
    // The token must not go anywhere but to the address that was given.
    redirect: 'manual',
    signal: AbortSignal.timeout(form === undefined ? timeout : uploadTimeout),
  });
  if (response.status >= 300 && response.status < 400) throw new SiteStoreError('redirected', redirectWords(site, response));
  return response;
}

function redirectWords(site: string, { headers }: Response): string {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, site) ? new URL(location, site).origin : 'another address';
  return `${site} leads on to ${target}, and the token is not sent there. If that is the site, name it as such.`;
}

function asSiteStoreError({ site }: SiteAccess, { method = 'GET' }: SiteRequest, cause: unknown): SiteStoreError {
  if (cause instanceof SiteStoreError) return cause;
  const late = v.is(lateSchema, cause);
  const what = late ? `${site} did not answer in time.` : `${site} cannot be reached (${reasonOf(cause)}).`;
  const next = method === 'GET' ? 'Check the address and the network, then try again.' : 'Whether it was done is not known; doing it again is safe.';
  return new SiteStoreError('unreachable', `${what} ${next}`, { cause });
}

/** The system's code for what failed, such as ECONNREFUSED: fetch itself only says that it did. */
function reasonOf(error: unknown): string {
  const parsed = v.safeParse(failedSchema, error);
  return parsed.success ? parsed.output.cause.code : 'no answer';
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null; // Not the store's answer: what became of it is said by its status.
  }
}

function refusalOf({ site }: SiteAccess, { status }: Response, body: unknown): Refusal {
  const parsed = v.safeParse(refusalSchema, body);
  if (parsed.success) return parsed.output.error;
  return { code: 'failed', message: `${site} answered with status ${status}, and not as an Atrium site does. Check the address, then try again.` };
}
