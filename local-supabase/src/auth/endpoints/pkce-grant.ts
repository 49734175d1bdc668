import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Answer, Call } from '../call.ts';
import { requireVerifier } from '../pkce/code-challenge.ts';
import { consumeFlowState, findFlowState } from '../pkce/flow-state.ts';
import { issueSession } from '../sessions/issue-session.ts';

/** The code of a followed mail link, with the verifier that only the asking browser has, for a session. */
export async function pkceGrant(call: Call): Promise<Answer> {
  const { database } = call.auth;
  const body = readBody(call, v.object({ auth_code: text, code_verifier: text }));
  if (body.auth_code === '' || body.code_verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const flow = await findFlowState(database, body.auth_code);
  requireVerifier({ challenge: flow.code_challenge, method: flow.code_challenge_method }, body.code_verifier);
  const tokens = await database.transaction(async (queries) => {
    if (!(await consumeFlowState(queries, flow.id))) {
      throw new AuthError('invalid flow state, no valid flow state found', { status: 404, code: 'flow_state_not_found' });
    }
    return issueSession(call, queries, flow.user_id, flow.authentication_method);
  });
  return { body: tokens };
}
