import type { AuthMfa, Challenge, Factor } from '@atrium/page-kit/contract/auth';
import { useEffect, useMemo, useState } from 'react';

/** A question for a code of the person's second factor. */
export interface CodeQuestion {
  /** The factor that is asked for; null while it is not known. */
  readonly factor: Factor | null;
  readonly answer: (code: string) => Promise<void>;
  /** Sends another code to a phone. */
  readonly askAnew: () => Promise<void>;
}

/** An authenticator app before a phone: it needs no message that could be late. */
function preferred(factors: readonly Factor[]): Factor | null {
  const verified = factors.filter(({ status }) => status === 'verified');
  return verified.find(({ type }) => type === 'totp') ?? verified[0] ?? null;
}

function createQuestion(mfa: AuthMfa, onFactor: (factor: Factor | null) => void) {
  let factor: Factor | null = null;
  let challenge: Challenge | null = null;

  async function ask(): Promise<Challenge | null> {
    factor ??= preferred(await mfa.factors());
    onFactor(factor);
    return factor === null ? null : mfa.challenge(factor.id);
  }

  return {
    /** A phone's code has to be on its way before it can be typed; an app's question is asked with the answer, so that it cannot expire. */
    async begin() {
      factor ??= preferred(await mfa.factors());
      onFactor(factor);
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
      else await mfa.verify({ factorId: asked.factorId, challengeId: asked.challengeId, code });
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
