import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import type { Compression } from '../release-store.ts';
import { SiteStoreError, thrownRefusal } from './site-store-error.ts';
import { encodingHeader, encodingSchema, refusalSchema, storePath, type Refusal } from './store-wire.ts';

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
  /** What to do first where it is not known whether it was done; left out where doing it again is safe. */
  readonly inDoubt?: string;
}

/** An answer with its whole body: a line that breaks within one is as bad as one that breaks before. */
interface SiteAnswer extends Pick<Response, 'status' | 'ok' | 'headers'> {
  readonly body: Buffer;
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
  const answer = await send(access, request);
  if (!answer.ok) throw thrownRefusal(refusalOf(access, request, answer));
  const parsed = parseDocument(schema, answer.body.toString('utf8'));
  if (parsed.ok) return parsed.value;
  throw unknownAnswer(access);
}

/** Asks for the bytes of a file, in one of these encodings or as it is; null if there is none. @throws as askSite */
export async function askSiteForBytes(
  access: SiteAccess,
  path: string,
  encodings: readonly Compression[],
): Promise<{ readonly content: Buffer; readonly encoding: Compression | 'identity' } | null> {
  const request: SiteRequest = { path: encodings.length === 0 ? path : `${path}?encodings=${encodings.join()}` };
  const answer = await send(access, request);
  if (answer.status === 404) return null;
  if (!answer.ok) throw thrownRefusal(refusalOf(access, request, answer));
  const encoding = v.safeParse(encodingSchema, answer.headers.get(encodingHeader));
  if (encoding.success) return { content: answer.body, encoding: encoding.output };
  throw unknownAnswer(access);
}

async function send(access: SiteAccess, request: SiteRequest): Promise<SiteAnswer> {
  const pauses = isRead(request) ? retryPauses : [];
  for (let attempt = 0; ; attempt += 1) {
    const again = pauses[attempt];
    try {
      const answer = await sendOnce(access, request);
      const typed = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      // The store's own refusals are JSON and final.
      if (again === undefined || !passing.has(answer.status) || typed) return answer;
    } catch (error) {
      if (again === undefined || error instanceof SiteStoreError) throw asSiteStoreError(access, request, error);
    }
    await pause(again);
  }
}

async function sendOnce(access: SiteAccess, { method = 'GET', path, json, form }: SiteRequest): Promise<SiteAnswer> {
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
  const { status, ok, headers } = response;
  return { status, ok, headers, body: Buffer.from(await response.arrayBuffer()) };
}

function redirectWords(site: string, { headers }: Response): string {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, site) ? new URL(location, site).origin : 'another address';
  return `${site} leads on to ${target}, and the token is not sent there. If that is the site, name it as such.`;
}

function asSiteStoreError({ site }: SiteAccess, request: SiteRequest, cause: unknown): SiteStoreError {
  if (cause instanceof SiteStoreError) return cause;
  const late = v.is(lateSchema, cause);
  const what = late ? `${site} did not answer in time.` : `${site} cannot be reached (${reasonOf(cause)}).`;
  const next = isRead(request) ? 'Check the address and the network, then try again.' : doubt(request);
  return new SiteStoreError('unreachable', `${what} ${next}`, { cause });
}

function isRead({ method = 'GET' }: SiteRequest): boolean {
  return method === 'GET';
}

function doubt({ inDoubt }: SiteRequest): string {
  return `Whether it was done is not known${inDoubt === undefined ? '; doing it again is safe.' : `. ${inDoubt}`}`;
}

/** The system's code for what failed, such as ECONNREFUSED: fetch itself only says that it did. */
function reasonOf(error: unknown): string {
  const parsed = v.safeParse(failedSchema, error);
  return parsed.success ? parsed.output.cause.code : 'no answer';
}

function unknownAnswer({ site }: SiteAccess): SiteStoreError {
  return new SiteStoreError('unknown-answer', `${site} answers in a form that is not known here. Update page-kit, or the site.`);
}

function refusalOf({ site }: SiteAccess, request: SiteRequest, { status, body }: SiteAnswer): Refusal {
  const parsed = parseDocument(refusalSchema, body.toString('utf8'));
  if (parsed.ok) return parsed.value.error;
  const lost = passing.has(status) && !isRead(request);
  const next = lost ? doubt(request) : 'Check the address, then try again.';
  return { code: 'failed', message: `${site} answered with status ${status}, and not as an Atrium site does. ${next}` };
}
