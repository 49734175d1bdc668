import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../model/identity.ts';
import { hashOf, parseToken, tokenIdSchema } from '../teams/team-token.ts';

/**
 * The key with which a token signs previews, from the hash that is kept of the token's secret. Its team derives the same
 * from the token itself, so that nothing new is stored, and a token that is revoked ends its previews. Whoever can read
 * the store's list of teams can sign previews too, of releases that are stored anyway; a token cannot be made from it.
 *
 * @param hash SHA-256 of the secret, in base64
 */
export function previewKey(hash: string): Buffer {
  return createHmac('sha256', Buffer.from(hash, 'base64')).update('atrium preview').digest();
}

/** A path of a site with its query, as it stands in an address: it cannot lead away from the site. */
export const previewPathSchema = v.pipe(
  v.string(),
  v.maxLength(512, 'A path has 512 characters at most'),
  // Without # and \, which browsers take for /.
  v.regex(/^\/[!-"$-[\]-~]*$/, 'A path begins with one slash, and has no # in it'),
  v.check((path) => !leadsAway(path), 'A path begins with one slash, and leads nowhere else'),
);

/** Minutes for which a preview link may hold: a week. The command makes no longer link, and a site accepts none. */
export const longestPreviewMinutes = 7 * 24 * 60;

/** What a preview shows. */
export const previewOfferSchema = v.strictObject({
  name: remoteNameSchema,
  release: releaseIdSchema,
  /** Until when it may be shown: seconds since 1970. */
  expires: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Where it begins. */
  path: previewPathSchema,
});

/** See {@link previewOfferSchema}. */
export type PreviewOffer = v.InferOutput<typeof previewOfferSchema>;

/** A signed text, taken apart; nothing says yet that the signature is right. */
export interface PreviewLink extends PreviewOffer {
  /** Of the token that is said to have signed it. */
  readonly tokenId: string;
  readonly signed: string;
  readonly signature: string;
}

const version = 'v1';

/** No offer makes a longer text. */
const longest = 1024;

/**
 * Signs a preview with the key that belongs to a team's token:
 * `v1.<id of the token>.<name>.<release>.<expires>.<path in base64url>.<HMAC-SHA256 in base64url>`.
 *
 * @throws ValiError for an offer of another form
 * @throws TypeError for what is no token
 */
export function signPreview(token: string, offer: PreviewOffer): string {
  const parsed = parseToken(token);
  if (parsed === null) throw new TypeError('A preview is signed with the token of a team.');
  const { name, release, expires, path } = v.parse(previewOfferSchema, offer);
  const signed = [version, parsed.id, name, release, expires, Buffer.from(path).toString('base64url')].join('.');
  return `${signed}.${signatureOf(signed, previewKey(hashOf(parsed.secret)))}`;
}

/** Takes a signed text apart; null for every other text. */
export function parsePreview(text: string): PreviewLink | null {
  if (text.length > longest) return null;
  const [given, tokenId = '', name = '', release = '', expires = '', path = '', signature = '', ...more] = text.split('.');
  if (given !== version || more.length > 0 || !/^\d{1,15}$/.test(expires) || !v.is(tokenIdSchema, tokenId)) return null;
  const offer = v.safeParse(previewOfferSchema, {
    name,
    release,
    expires: Number(expires),
    path: Buffer.from(path, 'base64url').toString('utf8'),
  });
  if (!offer.success) return null;
  return { ...offer.output, tokenId, signed: text.slice(0, -signature.length - 1), signature };
}

/** Whether a preview was signed with this key; the time it takes says nothing about where they differ. */
export function isSignedWith({ signed, signature }: PreviewLink, key: Buffer): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(signed, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Stands for a signed text in the address of a page: nothing can be done with it alone. */
export function previewDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function signatureOf(signed: string, key: Buffer): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** `/.//elsewhere.example` has a path that alone would be read as another host's address. */
function leadsAway(path: string): boolean {
  const site = 'http://site.invalid';
  if (!URL.canParse(path, site)) return true;
  const { origin, pathname } = new URL(path, site);
  return origin !== site || pathname.startsWith('//');
}
