import type { AuthMfa, AuthRecoveryCodes, Session, SupabaseClient, User } from '@atrium/page-kit/contract/auth';
import { readCode } from '@atrium/page-kit/one-time-code';
import { AuthSessionMissingError } from '@supabase/supabase-js';
import { sessionIdIn } from '../claims.ts';
import { describeFailure, type LogFailure } from '../errors.ts';
import { createPasskeyCalls } from './passkeys.ts';
import { createRecoveryCodeCalls, hasRecoveryCodes } from './recovery-codes.ts';
import { dataOf, throwIfFailed, userOf } from './result.ts';
import { createSecondFactorCalls } from './second-factor.ts';

/**
 * What the user still has to enter: nothing (`proven`), a code of the second factor (`code`), or that or a recovery code (`any-code`).
 * `cancelled`: another proof has begun, or the user has cancelled.
 */
export type ProofStep = 'proven' | 'code' | 'any-code' | 'cancelled';

/**
 * The calls that prove again who the signed-in user is. Each rejects with the service's error, or with an {@link OtherUserError}. The
 * session stays as it is until the proof is complete, and a new one of the same level or a higher one then replaces it.
 */
export interface IdentityCalls {
  withPassword(password: string): Promise<ProofStep>;
  withPasskey(): Promise<ProofStep>;
  /** Whether the account has a passkey. */
  hasPasskey(): Promise<boolean>;
  /** Mails a code, and a link that logs in, too. */
  requestCode(): Promise<void>;
  withMailedCode(code: string): Promise<ProofStep>;
  /** The second factors of the user, after a first step. The right code, or a recovery code, completes the proof. */
  readonly mfa: Pick<AuthMfa, 'factors' | 'challenge' | 'verify'> & {
    readonly recoveryCodes: Pick<AuthRecoveryCodes, 'verify'>;
  };
  /** Discards an incomplete proof. */
  cancel(): Promise<void>;
}

/** The log-in belongs to a user other than the signed-in one. */
class OtherUserError extends Error {
  override readonly name = 'OtherUserError';
  readonly code = 'other_user';
}

/** What the calls use. */
interface IdentityOptions {
  /** The client of the tab. */
  readonly client: SupabaseClient;
  /** Creates a client without a session. It logs in separately from the tab's client. */
  readonly openSeparateClient: () => SupabaseClient;
  /** The address that the mailed link opens. */
  readonly linkAddress: () => string;
  readonly logFailure: LogFailure;
}

/** Creates the calls for the client of the tab. */
export function createIdentityCalls({ client, openSeparateClient, linkAddress, logFailure }: IdentityOptions): IdentityCalls {
  const { auth } = client;
  /** The client of an incomplete proof. */
  let pendingProof: SupabaseClient | null = null;
  let cancellations = 0;

  /** Forgets the proof, and returns its client. From then on, {@link cancel} cannot end the session that replaces the tab's. */
  function takePendingProof(): SupabaseClient {
    if (pendingProof === null) throw new AuthSessionMissingError();
    const taken = pendingProof;
    pendingProof = null;
    return taken;
  }

  async function cancel(): Promise<void> {
    cancellations += 1;
    if (pendingProof !== null) await discard(takePendingProof());
  }

  /** Logs in separately from the tab's session, and completes the proof if no code is needed. */
  async function begin(logIn: (client: SupabaseClient, user: User) => Promise<User>): Promise<ProofStep> {
    await cancel();
    const cancellationsBefore = cancellations;
    const { user } = await sessionOf(client);
    const opened = openSeparateClient();
    try {
      const proven = await logIn(opened, user);
      if (proven.id !== user.id) throw new OtherUserError('');
      const { currentLevel, nextLevel } = (await createSecondFactorCalls(opened, logFailure).assuranceLevel()).assurance;
      if (cancellations !== cancellationsBefore) {
        await discard(opened);
        return 'cancelled';
      }
      pendingProof = opened;
      if (currentLevel !== nextLevel) return hasRecoveryCodes(proven) ? 'any-code' : 'code';
    } catch (error) {
      await discard(opened);
      throw error;
    }
    await complete();
    return 'proven';
  }

  /** Replaces the tab's session by the one of the proof, and ends the replaced one. */
  async function complete(): Promise<void> {
    const proof = takePendingProof();
    let replaced: Session;
    try {
      replaced = await replaceSession(proof);
    } catch (error) {
      await discard(proof);
      throw error;
    }
    await proof.auth.dispose();
    // If this fails, the proof counts all the same, and the list of devices shows the replaced session.
    const { error } = await auth.admin.signOut(replaced.access_token, 'local');
    if (error !== null) logFailure('logout', describeFailure(error));
  }

  /** @returns the replaced session @throws if the tab's session has ended meanwhile, or cannot be replaced */
  async function replaceSession(proof: SupabaseClient): Promise<Session> {
    const replaced = await sessionOf(client);
    const proven = await sessionOf(proof);
    // Meanwhile, another user can have logged in in another tab.
    if (replaced.user.id !== proven.user.id) throw new OtherUserError('');
    const session = dataOf(await auth.refreshSession({ refresh_token: proven.refresh_token })).session;
    // If supabase-js was refreshing the tab's own session, it returns that one.
    if (session === null || sessionIdIn(session.access_token) !== sessionIdIn(proven.access_token)) throw new Error('');
    return replaced;
  }

  function proofClient(): SupabaseClient {
    if (pendingProof === null) throw new AuthSessionMissingError();
    return pendingProof;
  }

  const secondFactor = () => createSecondFactorCalls(proofClient(), logFailure);

  return {
    withPassword: (password) =>
      begin(async (opened, { email = '' }) => userOf(await opened.auth.signInWithPassword({ email, password }))),
    withPasskey: () => begin((opened) => createPasskeyCalls(opened.auth).login()),
    hasPasskey: async () => (await createPasskeyCalls(auth).list()).length > 0,
    async requestCode() {
      const { user } = await sessionOf(client);
      throwIfFailed(await auth.signInWithOtp({ email: user.email ?? '', options: { shouldCreateUser: false, emailRedirectTo: linkAddress() } }));
    },
    withMailedCode: (code) =>
      begin(async (opened, { email = '' }) => userOf(await opened.auth.verifyOtp({ email, token: readCode(code), type: 'email' }))),
    mfa: {
      factors: async () => secondFactor().factors(),
      challenge: async (factorId) => secondFactor().challenge(factorId),
      async verify(input) {
        await secondFactor().verify(input);
        await complete();
      },
      recoveryCodes: {
        async verify(code) {
          await createRecoveryCodeCalls(proofClient().auth).verify(code);
          await complete();
        },
      },
    },
    cancel,
  };
}

/** Ends the session of a client that is no longer used. If that fails, it ends when it expires. */
async function discard({ auth }: SupabaseClient): Promise<void> {
  await auth.signOut({ scope: 'local' });
  await auth.dispose();
}

async function sessionOf({ auth }: SupabaseClient): Promise<Session> {
  const { data, error } = await auth.getSession();
  if (error !== null) throw error;
  if (data.session === null) throw new AuthSessionMissingError();
  return data.session;
}
