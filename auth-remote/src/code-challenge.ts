import { ActionError } from '@atrium/auth-core/errors';
import type { IdentityCalls } from '@atrium/auth-core/identity';
import type { Challenge, Factor } from '@atrium/page-kit/contract/auth';

/** What a code step needs of `useAuth().mfa`. */
export type CodeCalls = IdentityCalls['mfa'];

interface ChallengeListener {
  /** Receives the factor that is challenged; null if the user no longer has one. */
  readonly onFactor: (factor: Factor | null) => void;
  /** A code was sent to the phone. */
  readonly onSent: () => void;
}

/** Challenges one of the user's factors, and verifies the code. */
export class CodeChallenge {
  readonly #mfa: CodeCalls;
  readonly #onMissing: () => Promise<unknown>;
  readonly #listener: ChallengeListener;
  #factor: Factor | null = null;
  #otherApps: readonly Factor[] = [];
  #pending: Challenge | null = null;

  /** @param onMissing called instead of an answer if the user no longer has a factor */
  constructor(mfa: CodeCalls, onMissing: () => Promise<unknown>, listener: ChallengeListener) {
    this.#mfa = mfa;
    this.#onMissing = onMissing;
    this.#listener = listener;
  }

  /** Sends the code to a phone. An app's challenge is requested with the answer, so that it cannot expire before. */
  async begin(): Promise<void> {
    await this.#chooseFactor();
    if (this.#factor?.type === 'phone') this.#pending ??= await this.#request();
  }

  /** Sends another code to a phone. */
  async resend(): Promise<void> {
    this.#pending = await this.#request();
  }

  /** @returns whether the code was verified; false if the user no longer has a factor, or if a code had to be sent first */
  async answer(code: string): Promise<boolean> {
    const sent = this.#pending;
    const challenge = sent ?? (await this.#request());
    const isPhone = this.#factor?.type === 'phone';
    this.#pending = isPhone ? challenge : null;
    if (challenge === null) await this.#onMissing();
    // Whatever was typed before the code was sent is wrong.
    if (challenge === null || (isPhone && sent === null)) return false;
    await verifyWithAnyApp(this.#mfa, challenge, code, this.#otherApps);
    return true;
  }

  async #chooseFactor(): Promise<void> {
    if (this.#factor === null) {
      const [first, ...others] = byPreference(await this.#mfa.factors());
      this.#factor = first ?? null;
      this.#otherApps = first?.type === 'totp' ? others.filter(({ type }) => type === 'totp') : [];
    }
    this.#listener.onFactor(this.#factor);
  }

  async #request(): Promise<Challenge | null> {
    await this.#chooseFactor();
    if (this.#factor === null) return null;
    const challenge = await this.#mfa.challenge(this.#factor.id);
    if (this.#factor.type === 'phone') this.#listener.onSent();
    return challenge;
  }
}

/** Verified factors, authenticator apps before phones: an app needs no message, which could be late. */
function byPreference(factors: readonly Factor[]): Factor[] {
  const verified = factors.filter(({ status }) => status === 'verified');
  const isApp = ({ type }: Factor) => type === 'totp';
  return [...verified.filter(isApp), ...verified.filter((factor) => !isApp(factor))];
}

/** Verifies a code. If it is wrong, tries it with the user's other apps: their codes look the same. */
async function verifyWithAnyApp(mfa: CodeCalls, { factorId, challengeId }: Challenge, code: string, [next, ...rest]: readonly Factor[]): Promise<void> {
  try {
    await mfa.verify({ factorId, challengeId, code });
  } catch (error) {
    if (!next || !(error instanceof ActionError) || error.code !== 'mfa_verification_failed') throw error;
    await verifyWithAnyApp(mfa, await mfa.challenge(next.id), code, rest);
  }
}
