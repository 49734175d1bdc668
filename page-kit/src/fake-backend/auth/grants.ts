import * as v from 'valibot';
import { authenticate, readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import { redeem } from './links.ts';
import type { Tokens } from './sessions.ts';

const passwordSchema = v.object({ email: text, password: text });
const refreshSchema = v.object({ refresh_token: text });
const pkceSchema = v.object({ auth_code: text, code_verifier: text });

/** `POST /token?grant_type=…`: tokens in exchange for a proof. */
export const token: AuthEndpoint = async (call) => {
  switch (call.query.get('grant_type') ?? '') {
    case 'password':
      return passwordGrant(call);
    case 'refresh_token': {
      const { refresh_token: refreshToken } = readBody(call, refreshSchema);
      return call.sessions.refresh(refreshToken);
    }
    case 'pkce': {
      const { auth_code: code, code_verifier: verifier } = readBody(call, pkceSchema);
      const letter = await call.mailbox.takeCode(code, verifier);
      redeem(call, letter);
      return call.sessions.open(letter.account, 'otp');
    }
    default:
      throw new AuthRefusal('unsupported_grant_type', { status: 400, code: 'invalid_credentials' });
  }
};

/** A wrong password and an unknown address get the same answer. */
async function passwordGrant(call: AuthCall): Promise<Tokens> {
  const { email, password } = readBody(call, passwordSchema);
  if (email === '') throw invalid('missing email or phone');
  const account = call.accounts.byEmail(email);
  if (account?.password !== password) throw new AuthRefusal('Invalid login credentials', { status: 400, code: 'invalid_credentials' });
  if (account.confirmedAt === null) throw new AuthRefusal('Email not confirmed', { status: 400, code: 'email_not_confirmed' });
  return call.sessions.open(account, 'password');
}

/** `POST /logout?scope=global|local|others`: ends sessions; their refresh tokens go with them. */
export const logOut: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const scope = call.query.get('scope') ?? 'global';
  if (scope === 'local') call.sessions.end((other) => other === session);
  else if (scope === 'others') call.sessions.end((other) => other.account === session.account && other !== session);
  else if (scope === 'global') call.sessions.end((other) => other.account === session.account);
  else throw invalid(`Unsupported logout scope "${scope}"`);
  return undefined;
};
