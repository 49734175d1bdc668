import { previewKey, isSignedWith, parsePreview, previewDigest, previewPathSchema, signPreview } from '../../src/preview/preview-link.ts';
import { hashOf, newToken } from '../../src/teams/team-token.ts';
import * as v from 'valibot';

const token = newToken();
const OFFER = { name: 'orders', release: 'abcdefgh234567ab', expires: 1_800_000_000, path: '/orders?page=2' };
const link = signPreview(token.text, OFFER);

function holds(text: string, key = previewKey(token.hash)): boolean {
  const preview = parsePreview(text);
  return preview !== null && isSignedWith(preview, key);
}

/** The link with one part replaced. */
function withPart(index: number, part: string): string {
  return link.split('.').map((one, at) => (at === index ? part : one)).join('.');
}

test('parses what was signed, and the token that claims to have signed it', () => {
  expect(parsePreview(link)).toMatchObject({ ...OFFER, tokenId: token.id });
  expect(holds(link)).toBe(true);
});

test.each<[string, string]>([
  ['version', withPart(0, 'v2')],
  ['token', withPart(1, 'abcdefgh')],
  ['name', withPart(2, 'shell')],
  ['release', withPart(3, 'abcdefgh234567aa')],
  ['time', withPart(4, '1800000001')],
  ['path', withPart(5, Buffer.from('/elsewhere').toString('base64url'))],
  ['signature', withPart(6, Buffer.alloc(32).toString('base64url'))],
  ['signature, by the bits that no byte has', withPart(6, `${link.slice(-43, -1)}${link.endsWith('A') ? 'B' : 'A'}`)],
  ['signature, which is missing', withPart(6, '')],
  ['end', `${link}a`],
  ['number of parts', `${link}.a`],
])('rejects a changed %s', (_what, text) => {
  expect(text).not.toBe(link);
  expect(holds(text)).toBe(false);
});

test('another token has another key', () => {
  expect(holds(link, previewKey(newToken().hash))).toBe(false);
  expect(holds(link, Buffer.from(token.hash, 'base64'))).toBe(false);
});

test.each([
  '', 'v1', 'v1......', `${'v1.'.repeat(7)}`, 'a'.repeat(100_000), withPart(4, '1e3'), withPart(4, '-1'), withPart(4, '9'.repeat(16)), withPart(2, '../x'),
])('rejects the link %.20s', (text) => {
  expect(parsePreview(text)).toBeNull();
});

test.each(['/', '/orders', '/orders/a%20b?x=1&y=//', '/a//b', '/~a.b'])('accepts the path %s', (path) => {
  expect(v.is(previewPathSchema, path)).toBe(true);
});

test.each(['', 'orders', '//evil.example', '/\\evil.example', '/.//evil.example', '/a/..//evil.example', 'https://evil.example/', '/a#b', '/a b', '/ü', `/${'a'.repeat(512)}`])(
  'refuses the path %.30s',
  (path) => {
    expect(() => signPreview(token.text, { ...OFFER, path })).toThrow(v.ValiError);
    expect(parsePreview(withPart(5, Buffer.from(path).toString('base64url')))).toBeNull();
  },
);

test('only a token can sign', () => {
  for (const text of ['', token.hash, 'atrium_a_b']) expect(() => signPreview(text, OFFER)).toThrow(TypeError);
});

test('derives the key from the stored hash, and the digest reveals neither', () => {
  expect(previewKey(hashOf('a'))).toHaveLength(32);
  expect(previewDigest(link)).toMatch(/^[\w-]{22}$/);
  expect(link).not.toContain(previewDigest(link));
  expect(previewDigest(link)).not.toBe(previewDigest(`${link}a`));
});
