import type { AuthMfa, Challenge, Factor } from '@atrium/page-kit/contract/auth';
import { useEffect, useMemo, useState } from 'react';
import { ActionError } from '../failure/auth-action-error.ts';

/** A question for a code of the person's second factor. */
export interface CodeQuestion {
  /** The factor that is asked for; null while it is not known. */
  readonly factor: Factor | null;
  readonly answer: (code: string) => Promise<void>;
  /** Sends another code to a phone. */
  readonly askAnew: () => Promise<void>;
}

/** Verified factors, authenticator apps before phones: they need no message that could be late. */
function byPreference(factors: readonly Factor[]): Factor[] {
  const verified = factors.filter(({ status }) => status === 'verified');
  const isApp = ({ type }: Factor) => type === 'totp';
  return [...verified.filter(isApp), ...verified.filter((factor) => !isApp(factor))];
}

/** Has a code verified, where it is wrong as one of any further app: codes look the same, and people have one at hand. */
async function verifyOfAny(mfa: AuthMfa, { factorId, challengeId }: Challenge, code: string, [next, ...rest]: readonly Factor[]): Promise<void> {
  try {
    await mfa.verify({ factorId, challengeId, code });
  } catch (error) {
    if (!next || !(error instanceof ActionError) || error.code !== 'mfa_verification_failed') throw error;
    await verifyOfAny(mfa, await mfa.challenge(next.id), code, rest);
  }
}

function createQuestion(mfa: AuthMfa, onFactor: (factor: Factor | null) => void) {
  let factor: Factor | null = null;
  let otherApps: readonly Factor[] = [];
  let challenge: Challenge | null = null;

  async function choose(): Promise<void> {
    if (factor === null) {
      const [first, ...others] = byPreference(await mfa.factors());
      factor = first ?? null;
      otherApps = first?.type === 'totp' ? others.filter(({ type }) => type === 'totp') : [];
    }
    onFactor(factor);
  }

  async function ask(): Promise<Challenge | null> {
    await choose();
    return factor === null ? null : mfa.challenge(factor.id);
  }

  return {
    /** A phone's code has to be on its way before it can be typed; an app's question is asked with the answer, so that it cannot expire. */
    async begin() {
      await choose();
      if (factor?.type === 'phone') challenge ??= await ask();
    },
    async askAnew() {
      challenge = await ask();
    },
    async answer(code: string) {
      const asked = challenge ?? (await ask());
      challenge = factor?.type === 'phone' ? asked : null;
      // Without a factor there is nothing to answer: the level that the guard asks for has become known meanwhile.
      if (asked === null) await mfa.assuranceLevel();
      else await verifyOfAny(mfa, asked, code, otherApps);
    },
  };
}

/** Asks for a code as soon as the component is there. */
export function useCodeQuestion(mfa: AuthMfa): CodeQuestion {
  const [factor, setFactor] = useState<Factor | null>(null);
  const question = useMemo(() => createQuestion(mfa, setFactor), [mfa]);
  useEffect(() => {
    // The answer tries again what failed here, and says so.
    question.begin().catch(() => undefined);
  }, [question]);
  return { factor, answer: (code) => question.answer(code), askAnew: () => question.askAnew() };
}
