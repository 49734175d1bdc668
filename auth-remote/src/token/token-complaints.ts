/** What errors of `verifyToken` say: for programs and logs, so in no other language. The first four are the specification's (section 5). */
export const tokenComplaints = {
  noExpiry: 'Missing exp claim',
  expired: 'JWT has expired',
  algorithm: 'Invalid alg claim',
  signature: 'Invalid JWT signature',
  malformed: 'Invalid JWT structure',
  issuer: 'Invalid iss claim',
  audience: 'Invalid aud claim',
  refused: 'The service does not accept this JWT',
} as const;
