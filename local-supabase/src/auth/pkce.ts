import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError, invalid } from './auth-error.ts';

/** A challenge that only the browser that created it can answer (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Reads the two PKCE fields of a body. Returns undefined when both are missing. @throws AuthError */
export function readCodeChallenge(body: { code_challenge: string; code_challenge_method: string }): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if ((challenge === '') !== (given === '')) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge === '') return undefined;
  if (challenge.length < 43 || challenge.length > 128) throw invalid('code challenge has to be between 43 and 128 characters');
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes');
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method "${given}"`);
  return { challenge, method };
}

/** Checks a verifier against its challenge. @throws AuthError `bad_code_verifier` */
export function requireVerifier({ challenge, method }: CodeChallenge, verifier: string): void {
  const answer = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [expected, actual] = [Buffer.from(challenge), Buffer.from(answer)];
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw new AuthError('code challenge does not match previously saved code verifier', { status: 400, code: 'bad_code_verifier' });
  }
}

/** How the user proves their identity in a flow that started with a challenge. */
export type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'oauth';

/** GoTrue's External.FlowStateExpiryDuration, in milliseconds. */
const FLOW_STATE_LIFETIME = 5 * 60 * 1000;

const flowStateSchema = v.object({
  id: v.string(),
  user_id: v.string(),
  auth_code: v.string(),
  code_challenge: v.string(),
  code_challenge_method: v.picklist(['s256', 'plain']),
  authentication_method: v.picklist(['email/signup', 'recovery', 'magiclink', 'email_change', 'oauth']),
  created_at: v.string(),
  auth_code_issued_at: v.nullable(v.string()),
});

/** A flow that waits for its mail link, or for the code that the link gave. */
type FlowState = v.InferOutput<typeof flowStateSchema>;

const FLOW_STATE_COLUMNS =
  'id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, created_at, auth_code_issued_at';

/** Stores the challenge of a browser that requested a mail. */
export async function saveFlowState(queries: Queries, userId: string, method: FlowMethod, challenge: CodeChallenge): Promise<void> {
  await queries.run(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [randomUUID(), userId, randomUUID(), challenge.challenge, challenge.method, method],
  );
}

/** Issues the code that the requesting browser exchanges for a session. @throws AuthError `flow_state_not_found` */
export async function issueAuthCode(queries: Queries, userId: string, method: FlowMethod): Promise<string> {
  const issued = await queries.first(
    v.object({ auth_code: v.string() }),
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now() where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1
     ) returning auth_code`,
    [userId, method],
  );
  if (!issued) {
    throw new AuthError('No associated flow state found. No valid flow state found for user.', { status: 400, code: 'flow_state_not_found' });
  }
  return issued.auth_code;
}

/** The flow of a code. @throws AuthError `flow_state_not_found`, `flow_state_expired` */
export async function findFlowState(queries: Queries, authCode: string): Promise<FlowState> {
  const found = await queries.first(flowStateSchema, `select ${FLOW_STATE_COLUMNS} from auth.flow_state where auth_code = $1`, [authCode]);
  if (!found) {
    throw new AuthError('invalid flow state, no valid flow state found', { status: 404, code: 'flow_state_not_found' });
  }
  const begin = found.authentication_method === 'magiclink' ? (found.auth_code_issued_at ?? found.created_at) : found.created_at;
  if (Date.now() > Date.parse(begin) + FLOW_STATE_LIFETIME) {
    throw new AuthError('invalid flow state, flow state has expired', { status: 422, code: 'flow_state_expired' });
  }
  return found;
}

/** Consumes a flow. Returns false if another request already did. */
export async function consumeFlowState(queries: Queries, id: string): Promise<boolean> {
  return (await queries.run('delete from auth.flow_state where id = $1', [id])) === 1;
}
