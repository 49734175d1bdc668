import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../model/identity.ts';
import { hashOf, parseToken, tokenIdSchema } from '../teams/team-token.ts';

/**
 * The key with which a token signs previews, derived from the stored hash of the token's secret. The team derives the same
 * key from the token, so the store needs no other secret, and revoking the token ends its previews. A reader of the
 * store's list of teams can sign previews of stored releases, but cannot make a token.
 *
 * @param hash SHA-256 of the secret, in base64
 */
export function previewKey(hash: string): Buffer {
  return createHmac('sha256', Buffer.from(hash, 'base64')).update('atrium preview').digest();
}

/** A path of the site with its query. It cannot lead to another site. */
export const previewPathSchema = v.pipe(
  v.string(),
  v.maxLength(512, 'A path has 512 characters at most'),
  // Without # and \, which browsers treat as /.
  v.regex(/^\/[!-"$-[\]-~]*$/, 'A path begins with one slash, and has no # in it'),
  v.check((path) => !leadsAway(path), 'A path begins with one slash, and stays on this site'),
);

/** The maximum lifetime of a preview link in minutes: one week. The command makes no longer link, and a site accepts none. */
export const MAX_PREVIEW_MINUTES = 7 * 24 * 60;

/** What a preview shows. */
const previewOfferSchema = v.strictObject({
  name: remoteNameSchema,
  release: releaseIdSchema,
  /** When the preview ends: seconds since 1970. */
  expires: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The path where the preview begins. */
  path: previewPathSchema,
});

/** A request for a preview link. The server that signs it sets when the preview ends. */
export const previewRequestSchema = v.omit(previewOfferSchema, ['expires']);

/** See {@link previewOfferSchema}. */
export type PreviewOffer = v.InferOutput<typeof previewOfferSchema>;

/** A parsed link. Its signature is not verified yet. */
interface PreviewLink extends PreviewOffer {
  /** The id of the token that claims to have signed it. */
  readonly tokenId: string;
  readonly signed: string;
  readonly signature: string;
}

const VERSION = 'v1';

/** No valid link is longer. */
const MAX_LENGTH = 1024;

/**
 * Signs a preview with the key that belongs to a team's token.
 *
 * @throws ValiError for an invalid offer
 * @throws TypeError for an invalid token
 */
export function signPreview(token: string, offer: PreviewOffer): string {
  const parsed = parseToken(token);
  if (parsed === null) throw new TypeError('Only the token of a team can sign a preview.');
  return signPreviewWithKey(parsed.id, previewKey(hashOf(parsed.secret)), offer);
}

/**
 * Signs a preview with the key of a token, for a server, which knows no token's text:
 * `v1.<id of the token>.<name>.<release>.<expires>.<path in base64url>.<HMAC-SHA256 in base64url>`.
 *
 * @throws ValiError for an invalid offer
 */
export function signPreviewWithKey(tokenId: string, key: Buffer, offer: PreviewOffer): string {
  const { name, release, expires, path } = v.parse(previewOfferSchema, offer);
  const signed = [VERSION, tokenId, name, release, expires, Buffer.from(path).toString('base64url')].join('.');
  return `${signed}.${signatureOf(signed, key)}`;
}

/** Parses a link; null if it is malformed. */
export function parsePreview(text: string): PreviewLink | null {
  if (text.length > MAX_LENGTH) return null;
  const [given, tokenId = '', name = '', release = '', expires = '', path = '', signature = '', ...more] = text.split('.');
  if (given !== VERSION || more.length > 0 || !/^\d{1,15}$/.test(expires) || !v.is(tokenIdSchema, tokenId)) return null;
  const offer = v.safeParse(previewOfferSchema, {
    name,
    release,
    expires: Number(expires),
    path: Buffer.from(path, 'base64url').toString('utf8'),
  });
  if (!offer.success) return null;
  return { ...offer.output, tokenId, signed: text.slice(0, -signature.length - 1), signature };
}

/** Whether this key signed the link, compared in constant time. */
export function isSignedWith({ signed, signature }: PreviewLink, key: Buffer): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(signed, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Identifies a link in a page's URL without giving access to the preview. */
export function previewDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function signatureOf(signed: string, key: Buffer): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** The path of `/.//elsewhere.example` alone would be the URL of another host. */
function leadsAway(path: string): boolean {
  const site = 'http://site.invalid';
  if (!URL.canParse(path, site)) return true;
  const { origin, pathname } = new URL(path, site);
  return origin !== site || pathname.startsWith('//');
}
