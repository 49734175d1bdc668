import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { requireAdmin } from '../authenticate.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint } from '../call.ts';
import { authenticateSession } from '../factors.ts';
import type { AuthenticatedSession } from '../factors.ts';
import { consumeChallenge, createChallenge, findPasskeyByCredential, findPasskeys, insertPasskey, passkeyJson, passkeyOfPath, relyingParty } from '../passkeys.ts';
import { issueSession } from '../sessions.ts';
import { findUserById, hasVerifiedFactor, isBanned, userOfPath } from '../users.ts';

/** Verifies what browsers send (W3C Web Authentication Level 3). Loaded with the first passkey, because it takes a tenth of a second. */
const webAuthn = () => import('@simplewebauthn/server');

/** Finds the user of the request. @throws AuthError 404 `passkey_disabled` */
async function personOf(call: Call): Promise<AuthenticatedSession> {
  requireEnabled(call);
  return authenticateSession(call);
}

function requireEnabled({ auth }: Call): void {
  if (!auth.settings.passkeys.enabled) throw new AuthError('Passkeys are disabled', { status: 404, code: 'passkey_disabled' });
}

/** Who has a second factor must have entered its code before adding or removing a way to log in. @throws AuthError 403 */
function requireHighestLevel({ user, session }: AuthenticatedSession): void {
  if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw new AuthError('AAL2 session is required to manage passkeys when MFA is enabled', { status: 403, code: 'insufficient_aal' });
  }
}

async function requireRoom({ auth }: Call, userId: string): Promise<Awaited<ReturnType<typeof findPasskeys>>> {
  const passkeys = await findPasskeys(auth.database, userId);
  if (passkeys.length >= auth.settings.passkeys.maxPerUser) {
    throw new AuthError('Maximum number of passkeys reached', { status: 422, code: 'too_many_passkeys' });
  }
  return passkeys;
}

/** One refusal for every reason, so that it tells nothing about accounts. */
function notVerified(cause?: unknown): AuthError {
  return new AuthError('Credential verification failed', { status: 400, code: 'webauthn_verification_failed', cause });
}

/** `POST /passkeys/registration/options`: what the browser needs to create a passkey for the user. */
const registrationOptions: Endpoint = {
  method: 'POST',
  path: '/passkeys/registration/options',
  async handle(call) {
    const person = await personOf(call);
    requireHighestLevel(person);
    const { user } = person;
    const passkeys = await requireRoom(call, user.id);
    const { id: challengeId, challenge, expiresAt } = await createChallenge(call.auth, 'registration', user.id);
    const site = relyingParty(call.auth);
    const name = user.raw_user_meta_data?.['name'];
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: site.name,
      rpID: site.id,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      // GoTrue's user handle is the id as text.
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email ?? '',
      userDisplayName: typeof name === 'string' && name !== '' ? name : (user.email ?? ''),
      excludeCredentials: passkeys.map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return { body: { challenge_id: challengeId, options, expires_at: expiresAt } };
  },
};

/** What a browser sends after a ceremony: the id of the challenge, and a credential with the response of its kind. */
function verificationSchema<Response extends v.ObjectEntries>(response: Response) {
  return v.object({
    challenge_id: text,
    credential: v.optional(
      v.object({ id: v.string(), rawId: v.string(), type: v.literal('public-key'), clientExtensionResults: v.optional(v.object({}), {}), response: v.object(response) }),
    ),
  });
}

const createdSchema = verificationSchema({ clientDataJSON: v.string(), attestationObject: v.string(), transports: v.optional(v.array(v.string()), []) });

/** `POST /passkeys/registration/verify`: stores the passkey that the browser created. */
const registrationVerify: Endpoint = {
  method: 'POST',
  path: '/passkeys/registration/verify',
  async handle(call) {
    const person = await personOf(call);
    requireHighestLevel(person);
    const body = readBody(call, createdSchema);
    if (!body.credential) throw invalid('credential is required');
    const { credential: response } = body;
    const expectedChallenge = await consumeChallenge(call.auth, 'registration', person.user.id, body.challenge_id);
    await requireRoom(call, person.user.id);
    const site = relyingParty(call.auth);
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      requireUserVerification: false,
    }).catch((cause: unknown) => {
      throw notVerified(cause);
    });
    if (!registrationInfo) throw notVerified();
    const { credential, aaguid, credentialBackedUp, credentialDeviceType } = registrationInfo;
    const passkey = await insertPasskey(call.auth.database, {
      userId: person.user.id,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      aaguid,
      counter: credential.counter,
      transports: response.response.transports,
      isBackedUp: credentialBackedUp,
      isSynced: credentialDeviceType === 'multiDevice',
    });
    return { body: passkeyJson(passkey) };
  },
};

/** `POST /passkeys/authentication/options`: a challenge for any passkey of the site. The response says nothing about accounts. */
const authenticationOptions: Endpoint = {
  method: 'POST',
  path: '/passkeys/authentication/options',
  async handle(call) {
    requireEnabled(call);
    call.auth.limiters.countRequest('passkeys', call);
    const { id: challengeId, challenge, expiresAt } = await createChallenge(call.auth, 'authentication', null);
    const options = { challenge, timeout: call.auth.settings.passkeys.challengeExpiry * 1000, rpId: relyingParty(call.auth).id, userVerification: 'preferred' };
    return { body: { challenge_id: challengeId, options, expires_at: expiresAt } };
  },
};

const assertedSchema = verificationSchema({ clientDataJSON: v.string(), authenticatorData: v.string(), signature: v.string(), userHandle: v.nullish(v.string()) });

/** `POST /passkeys/authentication/verify`: a signed challenge for a session at `aal1`. */
const authenticationVerify: Endpoint = {
  method: 'POST',
  path: '/passkeys/authentication/verify',
  async handle(call) {
    requireEnabled(call);
    const { database } = call.auth;
    const body = readBody(call, assertedSchema);
    if (!body.credential) throw invalid('credential is required');
    const { id, rawId, type, clientExtensionResults, response } = body.credential;
    const expectedChallenge = await consumeChallenge(call.auth, 'authentication', null, body.challenge_id);
    const passkey = await findPasskeyByCredential(database, id);
    const handle = Buffer.from(response.userHandle ?? '', 'base64url').toString();
    if (!passkey || handle !== passkey.user_id) throw notVerified();
    const site = relyingParty(call.auth);
    const { verifyAuthenticationResponse } = await webAuthn();
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, clientExtensionResults, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } },
      expectedChallenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')), counter: passkey.sign_count },
      requireUserVerification: false,
    }).catch((cause: unknown) => {
      throw notVerified(cause);
    });
    if (!verified) throw notVerified();
    const user = await findUserById(database, passkey.user_id);
    if (!user) throw notVerified();
    if (user.email && !user.email_confirmed_at) throw new AuthError('Email not confirmed', { status: 403, code: 'email_not_confirmed' });
    if (user.phone && !user.phone_confirmed_at) throw new AuthError('Phone not confirmed', { status: 403, code: 'phone_not_confirmed' });
    if (isBanned(user)) throw new AuthError('User is banned', { status: 403, code: 'user_banned' });
    const tokens = await database.transaction(async (queries) => {
      await queries.run('update auth.webauthn_credentials set last_used_at = now(), updated_at = now(), sign_count = $2 where id = $1', [
        passkey.id,
        authenticationInfo.newCounter,
      ]);
      return issueSession(call, queries, user.id, 'passkey');
    });
    return { body: tokens };
  },
};

/** `GET /passkeys`: the user's passkeys, oldest first. */
const list: Endpoint = {
  method: 'GET',
  path: '/passkeys',
  async handle(call) {
    const { user } = await personOf(call);
    return { body: (await findPasskeys(call.auth.database, user.id)).map(passkeyJson) };
  },
};

const LONGEST_NAME = 120;

/** `PATCH /passkeys/:passkeyId`: renames a passkey. */
const update: Endpoint = {
  method: 'PATCH',
  path: '/passkeys/:passkeyId',
  async handle(call) {
    const { user } = await personOf(call);
    const passkey = await passkeyOfPath(call, user.id);
    const { friendly_name: name } = readBody(call, v.object({ friendly_name: text }));
    if (name === '') throw invalid('friendly_name is required');
    if (Buffer.byteLength(name) > LONGEST_NAME) throw invalid('friendly_name must be 120 characters or less');
    await call.auth.database.run('update auth.webauthn_credentials set friendly_name = $2, updated_at = now() where id = $1', [passkey.id, name]);
    return { body: passkeyJson({ ...passkey, friendly_name: name }) };
  },
};

/** `DELETE /passkeys/:passkeyId`: removes a passkey. */
const remove: Endpoint = {
  method: 'DELETE',
  path: '/passkeys/:passkeyId',
  async handle(call) {
    const person = await personOf(call);
    requireHighestLevel(person);
    return deletePasskey(call, person.user.id);
  },
};

async function deletePasskey(call: Call, userId: string): Promise<{ status: number }> {
  const { id } = await passkeyOfPath(call, userId);
  await call.auth.database.run('delete from auth.webauthn_credentials where id = $1', [id]);
  return { status: 204 };
}

/** `GET /admin/users/:id/passkeys` */
const adminList: Endpoint = {
  method: 'GET',
  path: '/admin/users/:id/passkeys',
  async handle(call) {
    requireEnabled(call);
    await requireAdmin(call);
    const { id } = await userOfPath(call);
    return { body: (await findPasskeys(call.auth.database, id)).map(passkeyJson) };
  },
};

/** `DELETE /admin/users/:id/passkeys/:passkeyId` */
const adminDelete: Endpoint = {
  method: 'DELETE',
  path: '/admin/users/:id/passkeys/:passkeyId',
  async handle(call) {
    requireEnabled(call);
    await requireAdmin(call);
    return deletePasskey(call, (await userOfPath(call)).id);
  },
};

/** Passkeys (supabase/auth, `internal/api/passkey_*.go`). */
export const passkeyEndpoints: readonly Endpoint[] = [
  registrationOptions,
  registrationVerify,
  authenticationOptions,
  authenticationVerify,
  list,
  update,
  remove,
  adminList,
  adminDelete,
];
