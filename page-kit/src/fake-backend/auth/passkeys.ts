import * as v from 'valibot';
import { now, type Account, type StoredPasskey } from './accounts.ts';
import { authenticate, readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import { base64urlOfText } from './base64url.ts';
import type { StoredSession } from './sessions.ts';

/** GoTrue's limit of passkeys per user. */
const MOST_PASSKEYS = 10;

/** The domain of the site under test. */
const RELYING_PARTY = { id: 'localhost', name: 'Atrium' };

const verificationSchema = v.object({
  challenge_id: text,
  credential: v.optional(v.object({ id: v.string(), response: v.object({ userHandle: v.nullish(v.string()) }) })),
});

/** `POST /passkeys/registration/options` */
export const passkeyRegistration: AuthEndpoint = (call) => {
  requireEnabled(call);
  const session = authenticate(call);
  requireHighestLevel(session);
  const { id, email, userMetadata, passkeys } = session.account;
  if (passkeys.length >= MOST_PASSKEYS) throw refused(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
  const name = typeof userMetadata['name'] === 'string' ? userMetadata['name'] : email;
  return startCeremony(call, id, {
    rp: RELYING_PARTY,
    user: { id: base64urlOfText(id), name: email, displayName: name },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: passkeys.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
  });
};

/** `POST /passkeys/registration/verify`. The fake does not check signatures. */
export const addPasskey: AuthEndpoint = (call) => {
  requireEnabled(call);
  const session = authenticate(call);
  requireHighestLevel(session);
  const { id: credentialId } = endCeremony(call, session.account.id);
  if (call.accounts.byPasskey(credentialId)) throw refused(422, 'webauthn_credential_exists', 'This credential is already registered');
  const passkey = { id: crypto.randomUUID(), credentialId, name: 'Passkey', createdAt: now(), lastUsedAt: null };
  session.account.passkeys.push(passkey);
  return passkeyJson(passkey);
};

/** `POST /passkeys/authentication/options` */
export const passkeyChallenge: AuthEndpoint = (call) => {
  requireEnabled(call);
  return startCeremony(call, null, { rpId: RELYING_PARTY.id, userVerification: 'preferred' });
};

/** `POST /passkeys/authentication/verify`: a session at `aal1`. */
export const passkeyLogin: AuthEndpoint = (call) => {
  requireEnabled(call);
  const { id, response } = endCeremony(call, null);
  const account = call.accounts.byPasskey(id);
  const passkey = account?.passkeys.find(({ credentialId }) => credentialId === id);
  if (!account || !passkey || response.userHandle !== base64urlOfText(account.id)) {
    throw refused(400, 'webauthn_verification_failed', 'Credential verification failed');
  }
  passkey.lastUsedAt = now();
  return call.sessions.open(account, 'passkey');
};

/** `GET /passkeys` */
export const listPasskeys: AuthEndpoint = (call) => {
  requireEnabled(call);
  return authenticate(call).account.passkeys.map(passkeyJson);
};

/** `PATCH /passkeys/:id` */
export const renamePasskey: AuthEndpoint = (call) => {
  requireEnabled(call);
  const passkey = passkeyOfPath(call, authenticate(call).account);
  const { friendly_name: name } = readBody(call, v.object({ friendly_name: text }));
  if (name === '') throw invalid('friendly_name is required');
  passkey.name = name;
  return passkeyJson(passkey);
};

/** `DELETE /passkeys/:id` */
export const removePasskey: AuthEndpoint = (call) => {
  requireEnabled(call);
  const session = authenticate(call);
  requireHighestLevel(session);
  const { passkeys } = session.account;
  passkeys.splice(passkeys.indexOf(passkeyOfPath(call, session.account)), 1);
};

function requireEnabled({ allowsPasskeys }: AuthCall): void {
  if (!allowsPasskeys()) throw refused(404, 'passkey_disabled', 'Passkeys are disabled');
}

function requireHighestLevel({ account, aal }: StoredSession): void {
  if (aal === 'aal2' || account.factors.every(({ status }) => status !== 'verified')) return;
  throw refused(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled');
}

/** @param userId whom a registration is for; null for a log-in, which is for anyone */
function startCeremony(call: AuthCall, userId: string | null, options: object): object {
  const id = crypto.randomUUID();
  call.ceremonies.set(id, userId);
  return { challenge_id: id, options: { challenge: base64urlOfText(id), ...options }, expires_at: Math.floor(Date.now() / 1000) + 300 };
}

function endCeremony(call: AuthCall, userId: string | null): NonNullable<v.InferOutput<typeof verificationSchema>['credential']> {
  const { challenge_id: id, credential } = readBody(call, verificationSchema);
  if (!credential) throw invalid('credential is required');
  const isOwn = call.ceremonies.get(id) === userId;
  call.ceremonies.delete(id);
  if (!isOwn) throw refused(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  return credential;
}

function passkeyOfPath({ parameters }: AuthCall, { passkeys }: Account): StoredPasskey {
  const passkey = passkeys.find(({ id }) => id === parameters[0]);
  if (!passkey) throw refused(404, 'validation_failed', 'Passkey not found');
  return passkey;
}

function passkeyJson({ id, name, createdAt, lastUsedAt }: StoredPasskey): object {
  return { id, friendly_name: name, created_at: createdAt, ...(lastUsedAt !== null && { last_used_at: lastUsedAt }) };
}

function refused(status: number, code: string, message: string): AuthRefusal {
  return new AuthRefusal(message, { status, code });
}
