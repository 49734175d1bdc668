import type { Endpoint } from '../call.ts';

/** `GET /.well-known/jwks.json`: the keys that access tokens are verified with (RFC 7517), the one that signs first. */
export const jwks: Endpoint = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  withoutKey: true,
  handle: ({ auth }) => ({
    headers: { 'cache-control': 'public, max-age=600' },
    body: { keys: auth.signingKeys.all.map((key) => key.publicJwk) },
  }),
};
