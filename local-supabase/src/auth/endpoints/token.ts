import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { hashPassword, verifyPassword, weaknessOf } from '../passwords.ts';
import { consumeFlowState, findFlowState, requireVerifier } from '../pkce.ts';
import { issueSession, refreshSession } from '../sessions.ts';
import { findUserByEmail, findUserByPhone, isBanned } from '../users.ts';
import { requireEmailAccounts, requirePhoneAccounts } from './signup.ts';

const GRANTS = new Map<string, (call: Call) => Promise<EndpointResponse>>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['web3', () => Promise.reject(new AuthError('Web3 provider is disabled', { status: 422, code: 'web3_provider_disabled' }))],
  ['id_token', idTokenGrant],
]);

/** `POST /token?grant_type=…`: exchanges a password, a refresh token or a PKCE code for tokens. */
export const token: Endpoint = {
  method: 'POST',
  path: '/token',
  handle(call) {
    const grant = GRANTS.get(call.query.get('grant_type') ?? '');
    if (!grant) throw new AuthError('unsupported_grant_type', { status: 400, code: 'invalid_credentials' });
    call.auth.limiters.countRequest('token', call);
    return grant(call);
  },
};

const passwordSchema = v.object({ email: text, phone: text, password: text });

function refused(code: string, message: string): AuthError {
  return new AuthError(message, { status: 400, code });
}

/** Exchanges an email address or phone number and a password for a session. A wrong password and an unknown account get the same response. */
async function passwordGrant(call: Call): Promise<EndpointResponse> {
  const { database, settings } = call.auth;
  const body = readBody(call, passwordSchema);
  if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided on login.');
  if (body.email === '' && body.phone === '') throw invalid('missing email or phone');
  if (body.email === '') requirePhoneAccounts(call, 'Phone logins are disabled', 422);
  else requireEmailAccounts(call, undefined, 422);

  const user = await (body.email === '' ? findUserByPhone(database, body.phone.replace(/^\+/, '').replaceAll(' ', '')) : findUserByEmail(database, body.email));
  if (!user?.encrypted_password) {
    // Takes as long as checking a wrong password. Not that password: a long one would be refused, but only here.
    await hashPassword('', settings.passwordCost);
    throw refused('invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(user)) throw refused('user_banned', 'User is banned');
  if (!(await verifyPassword(body.password, user.encrypted_password))) throw refused('invalid_credentials', 'Invalid login credentials');
  if (body.email !== '' && !user.email_confirmed_at) throw refused('email_not_confirmed', 'Email not confirmed');
  if (body.phone !== '' && !user.phone_confirmed_at) throw refused('phone_not_confirmed', 'Phone not confirmed');
  const weakness = weaknessOf(body.password, settings);
  const tokens = await database.transaction((queries) => issueSession(call, queries, user.id, 'password'));
  return {
    body: { ...tokens, ...(weakness ? { weak_password: { message: weakness.message, reasons: weakness.weakPassword } } : {}) },
  };
}

/** Exchanges the code of a followed mail link, and the verifier that only the requesting browser has, for a session. */
async function pkceGrant(call: Call): Promise<EndpointResponse> {
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

/** Exchanges another provider's token for a session. This backend contacts no provider, so it needs none of their tokens. @throws AuthError `provider_disabled` */
async function idTokenGrant(call: Call): Promise<EndpointResponse> {
  const body = readBody(call, v.object({ id_token: text, provider: text, issuer: text }));
  if (body.id_token === '') throw new AuthError('id_token required', { status: 400, code: 'invalid_request' });
  const issuer = body.provider === '' ? body.issuer : body.provider;
  return Promise.reject(new AuthError(`Provider (issuer ${JSON.stringify(issuer)}) is not enabled`, { status: 400, code: 'provider_disabled' }));
}

/** Exchanges a refresh token for new tokens. */
async function refreshGrant(call: Call): Promise<EndpointResponse> {
  const { refresh_token: given } = readBody(call, v.object({ refresh_token: text }));
  if (!/^[a-z0-9]{12}$/i.test(given)) throw invalid('Refresh token is not valid');
  return { body: await refreshSession(call, given) };
}

/** `POST /logout?scope=global|local|others`: ends sessions and deletes their refresh tokens. */
export const logout: Endpoint = {
  method: 'POST',
  path: '/logout',
  async handle(call) {
    const scope = call.query.get('scope') ?? 'global';
    if (!['', 'global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
    const { user, session } = await authenticate(call);
    const { database } = call.auth;
    if (session && scope === 'local') await database.run('delete from auth.sessions where id = $1', [session.id]);
    else if (session && scope === 'others') {
      await database.run('delete from auth.sessions where id <> $1 and user_id = $2', [session.id, user.id]);
    } else await database.run('delete from auth.sessions where user_id = $1', [user.id]);
    return { status: 204 };
  },
};
