import { ForgedRequestError } from './hook-error.ts';

/** How far a request's time may be from now, in seconds: the tolerance of the Standard Webhooks libraries. */
const TOLERANCE_SECONDS = 5 * 60;

/** An HMAC-SHA256 in base64. The auth service writes several as `v1,a, v1,b`, the specification as `v1,a v1,b`. */
const SIGNATURE = /(?:^|\s)v1,([A-Za-z0-9+/]{43}=)/g;

/**
 * Lets only requests pass that the auth service has sent, each with its body as it came.
 *
 * @throws ForgedRequestError for all others
 */
export type RequestCheck = (headers: Headers, body: string) => Promise<void>;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Tells the auth service's requests from all others
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): signed, not older than
 * five minutes, and not seen before by this instance. One that another instance has seen is not mailed twice either:
 * the mail service knows it by its body (`send-email-hook.ts`).
 *
 * @param secrets in base64; a signature by any of them will do
 */
export function createRequestCheck(secrets: readonly string[]): RequestCheck {
  const keys = Promise.all(
    secrets.map((secret) => crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])),
  );
  /** When an id may be forgotten, in seconds since 1970. Only signed requests get in here. */
  const seen = new Map<string, number>();

  async function isSigned(signatures: string, content: string): Promise<boolean> {
    const bytes = new TextEncoder().encode(content);
    const given = [...signatures.matchAll(SIGNATURE)].map(([, signature = '']) => bytesOf(signature));
    const pairs = (await keys).flatMap((key) => given.map((signature) => ({ key, signature })));
    // WebCrypto compares in constant time.
    const fits = await Promise.all(pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, bytes)));
    return fits.includes(true);
  }

  return async (headers, body) => {
    const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name) ?? '');
    if (!id || !time || !signatures || !/^\d{1,12}$/.test(time)) throw new ForgedRequestError('The request is not signed.');
    const now = Date.now() / 1000;
    if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) throw new ForgedRequestError('The request is too old, or from the future.');
    if (!(await isSigned(signatures, `${id}.${time}.${body}`))) throw new ForgedRequestError('The signature does not fit the request.');
    for (const [old, until] of seen) if (until < now) seen.delete(old);
    if (seen.has(id)) throw new ForgedRequestError('The request was sent before.');
    seen.set(id, Number(time) + TOLERANCE_SECONDS);
  };
}
