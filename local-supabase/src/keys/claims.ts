import * as v from 'valibot';

/** The claims of an access token, as far as this backend reads them; the rest is passed on to the database. */
export const claimsSchema = v.looseObject({
  role: v.optional(v.string(), 'anon'),
  sub: v.optional(v.string()),
  session_id: v.optional(v.string()),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  exp: v.optional(v.number()),
});

/** See claimsSchema. */
export type Claims = v.InferOutput<typeof claimsSchema>;
