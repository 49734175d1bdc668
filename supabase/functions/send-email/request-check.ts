import { ForgedRequestError } from './hook-error.ts';

/** Seconds that a request's timestamp may differ from now: the tolerance of the Standard Webhooks libraries. */
const TOLERANCE_SECONDS = 5 * 60;

/** An HMAC-SHA256 in base64. The auth service separates several as `v1,a, v1,b`, the specification as `v1,a v1,b`. */
const SIGNATURE = /(?:^|\s)v1,([A-Za-z0-9+/]{43}=)/g;

/**
 * Checks that the auth service sent a request. Takes the body unparsed.
 *
 * @throws ForgedRequestError if it did not
 */
type RequestCheck = (headers: Headers, body: string) => Promise<void>;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Accepts requests that are signed, at most five minutes old, and new to this instance
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). If another instance has handled
 * the request, the mail service recognises the repetition by its key (`send-email-hook.ts`).
 *
 * @param secrets in base64. One of them has to have signed the request.
 */
export function createRequestCheck(secrets: readonly string[]): RequestCheck {
  const keys = Promise.all(
    secrets.map((secret) => crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])),
  );
  /** The time at which each id can be dropped, in seconds since 1970. Contains only signed requests. */
  const seen = new Map<string, number>();

  async function isSigned(signatures: string, content: string): Promise<boolean> {
    const bytes = new TextEncoder().encode(content);
    const given = [...signatures.matchAll(SIGNATURE)].map(([, signature = '']) => bytesOf(signature));
    const pairs = (await keys).flatMap((key) => given.map((signature) => ({ key, signature })));
    // WebCrypto compares in constant time.
    const matches = await Promise.all(pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, bytes)));
    return matches.includes(true);
  }

  return async (headers, body) => {
    const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name) ?? '');
    if (!id || !time || !signatures || !/^\d{1,12}$/.test(time)) throw new ForgedRequestError('The request is not signed.');
    const now = Date.now() / 1000;
    if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) throw new ForgedRequestError('The request is too old, or from the future.');
    if (!(await isSigned(signatures, `${id}.${time}.${body}`))) throw new ForgedRequestError('The signature does not match the request.');
    for (const [old, until] of seen) if (until < now) seen.delete(old);
    if (seen.has(id)) throw new ForgedRequestError('The request was sent before.');
    seen.set(id, Number(time) + TOLERANCE_SECONDS);
  };
}
