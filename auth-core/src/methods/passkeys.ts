import type { Passkey, SupabaseClient, User } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { dataOf, throwIfFailed, userOf } from './result.ts';

/** The calls for passkeys. Each rejects with the service's error, or with a {@link CeremonyError}. */
export interface PasskeyCalls {
  login(): Promise<User>;
  autofill(signal: AbortSignal): Promise<User | null>;
  list(): Promise<readonly Passkey[]>;
  add(): Promise<Passkey>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What the browser's dialog can fail with. */
type CeremonyFault = 'passkey_cancelled' | 'passkey_exists' | 'passkey_unsupported';

/** The browser created or used no passkey. */
class CeremonyError extends Error {
  override readonly name = 'CeremonyError';
  readonly code: CeremonyFault;

  constructor(code: CeremonyFault, cause: unknown) {
    super('', { cause });
    this.code = code;
  }
}

/** Faults by the code that auth-js gives them (auth-js, `lib/webauthn.errors.ts`). Any other is a closed or expired dialog. */
const FAULTS: ReadonlyMap<string, CeremonyFault> = new Map([
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'passkey_exists'],
  ['ERROR_INVALID_DOMAIN', 'passkey_unsupported'],
  ['ERROR_INVALID_RP_ID', 'passkey_unsupported'],
  ['ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG', 'passkey_unsupported'],
  ['ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT', 'passkey_unsupported'],
]);

/** Milliseconds after which a waiting challenge is replaced: the service accepts it for five minutes. */
const CHALLENGE_LIFE_MS = 4 * 60_000;

/** Creates the calls for one client's auth, which needs its option `experimental.passkey`. */
export function createPasskeyCalls(auth: SupabaseClient['auth']): PasskeyCalls {
  /** Ends the waiting autofill: browsers allow one ceremony at a time. */
  let endAutofill: () => void = () => undefined;
  /** The log-in with a suggested passkey, until the service has responded. */
  let suggested: Promise<User> | null = null;

  async function login(): Promise<User> {
    endAutofill();
    // A second session would replace the first.
    return suggested ?? userOf(withFaults(await auth.signInWithPasskey()));
  }

  async function logInWith(challengeId: string, credential: NonNullable<Awaited<ReturnType<typeof chosenCredential>>>): Promise<User> {
    try {
      return userOf(withFaults(await auth.passkey.verifyAuthentication({ challengeId, credential })));
    } finally {
      suggested = null;
    }
  }

  return {
    login,
    async autofill(signal) {
      if (!(await canFillIn())) return null;
      endAutofill();
      const ending = new AbortController();
      endAutofill = () => ending.abort();
      const ended = AbortSignal.any([signal, ending.signal]);
      while (!ended.aborted) {
        const { data: challenge } = await auth.passkey.startAuthentication();
        // The user has not asked for a passkey yet, so no error is shown. The button shows it.
        if (challenge === null) return null;
        const challengeLife = AbortSignal.timeout(CHALLENGE_LIFE_MS);
        const credential = await chosenCredential(challenge.options.challenge, challenge.options.rpId, AbortSignal.any([ended, challengeLife]));
        if (credential !== null) return (suggested = logInWith(challenge.challenge_id, credential));
        if (!challengeLife.aborted) return null;
      }
      return null;
    },
    async list() {
      return v.parse(v.array(passkeySchema), dataOf(withFaults(await auth.passkey.list()))).map(toPasskey);
    },
    async add() {
      return toPasskey(v.parse(passkeySchema, dataOf(withFaults(await auth.registerPasskey()))));
    },
    async rename(passkeyId, friendlyName) {
      dataOf(withFaults(await auth.passkey.update({ passkeyId, friendlyName })));
    },
    async remove(passkeyId) {
      throwIfFailed(await auth.passkey.delete({ passkeyId }));
    },
  };
}

/** Whether the browser can offer passkeys among the suggestions of a field, and has what this file uses for it (WebAuthn Level 3). */
async function canFillIn(): Promise<boolean> {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential) || !('parseRequestOptionsFromJSON' in PublicKeyCredential) || !('any' in AbortSignal)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/** What the service needs of a chosen passkey (WebAuthn Level 3, `AuthenticationResponseJSON`). */
const credentialSchema = v.object({
  id: v.string(),
  rawId: v.string(),
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
  response: v.object({ clientDataJSON: v.string(), authenticatorData: v.string(), signature: v.string(), userHandle: v.string() }),
});

/** The passkey that the user chooses among the suggestions; null if the signal aborts, or the browser cannot suggest any here. */
async function chosenCredential(challenge: string, rpId: string | undefined, signal: AbortSignal): Promise<v.InferOutput<typeof credentialSchema> | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ challenge, ...(rpId !== undefined && { rpId }) });
  // Its only failures are the signal, and a domain that `npm run doctor` reports.
  const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).catch(() => null);
  return credential instanceof PublicKeyCredential ? v.parse(credentialSchema, credential.toJSON()) : null;
}

const passkeySchema = v.object({
  id: v.string(),
  friendly_name: v.fallback(v.string(), ''),
  created_at: v.string(),
  last_used_at: v.fallback(v.nullable(v.string()), null),
});

function toPasskey({ id, friendly_name: name, created_at: createdAt, last_used_at: lastUsedAt }: v.InferOutput<typeof passkeySchema>): Passkey {
  return { id, name, createdAt, lastUsedAt };
}

/** The response with the faults of the browser's dialog as its error. One with neither data nor error is a cancelled dialog. */
function withFaults<Data>({ data, error }: { readonly data: Data; readonly error: Error | null }): { readonly data: Data; readonly error: Error | null } {
  if (error !== null) return { data, error: toFault(error) };
  return { data, error: data === null || data === undefined ? new CeremonyError('passkey_cancelled', null) : null };
}

/** Translates the errors of the browser's dialog, and of auth-js in a browser without passkeys. The service's own errors stay. */
function toFault(error: Error): Error {
  if (!('PublicKeyCredential' in window)) return new CeremonyError('passkey_unsupported', error);
  if (!('__isWebAuthnError' in error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new CeremonyError(FAULTS.get(code) ?? 'passkey_cancelled', error);
}
