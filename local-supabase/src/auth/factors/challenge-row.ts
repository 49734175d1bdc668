import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';

/** A row of `auth.mfa_challenges`. Times are ISO 8601. */
export const challengeRow = v.object({
  id: v.string(),
  created_at: v.string(),
  verified_at: v.nullable(v.string()),
  ip_address: v.string(),
  otp_code: v.nullable(v.string()),
});

/** See challengeRow. */
export type ChallengeRow = v.InferOutput<typeof challengeRow>;

const columns = 'id, created_at, verified_at, host(ip_address) as ip_address, otp_code';

/** Asks for a code of a factor. `otp` is the code that was sent, for factors to which one is. */
export async function createChallenge(queries: Queries, factorId: string, ip: string, otp?: string): Promise<ChallengeRow | undefined> {
  await queries.run('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId]);
  return queries.first(
    challengeRow,
    `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code) values ($1, $2, $3, $4) returning ${columns}`,
    [randomUUID(), factorId, ip, otp ?? null],
  );
}

/** The challenge of an id, if it asks for a code of this factor. */
export async function findChallenge(queries: Queries, id: string, factorId: string): Promise<ChallengeRow | undefined> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) return undefined;
  return queries.first(challengeRow, `select ${columns} from auth.mfa_challenges where id = $1 and factor_id = $2`, [id, factorId]);
}

/** When a challenge can no longer be answered, in milliseconds since 1970. `life` in seconds. */
export function challengeEnd(challenge: ChallengeRow, life: number): number {
  return Date.parse(challenge.created_at) + life * 1000;
}
