import * as v from 'valibot';

const claimsSchema = v.object({
  sub: v.string(),
  /** Services before second factors did not say it. */
  aal: v.optional(v.picklist(['aal1', 'aal2']), 'aal1'),
});

const payloadSchema = v.pipe(v.string(), v.parseJson(), claimsSchema);

/** The claims of an access token (RFC 7519), of which nothing is checked: its service has to have accepted it before. */
export function readClaims(token: string): v.InferOutput<typeof claimsSchema> | null {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const parsed = v.safeParse(payloadSchema, payload);
  return parsed.success ? parsed.output : null;
}
