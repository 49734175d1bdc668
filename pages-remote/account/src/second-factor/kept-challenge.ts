import * as v from 'valibot';
import type { Challenge } from '@atrium/page-kit/contract/auth';

const KEY = 'atrium.account.sent-code';

const schema = v.object({
  factorId: v.string(),
  challengeId: v.string(),
  expiresAt: v.number(),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});

/** A challenge whose code was sent from this tab. */
export type SentChallenge = Challenge & { readonly sentAt: number };

/**
 * Keeps a challenge for as long as the tab lives: phones discard the page while people read the message, and for a
 * minute the service sends no second code. Neither the code nor the session is in it.
 */
export function keepChallenge(challenge: SentChallenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge));
  } catch {
    // Full or forbidden: the person can ask for another code.
  }
}

/** To be called once a challenge is answered: it takes no second code. */
export function forgetChallenge(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Forbidden: then there is none.
  }
}

/** The challenge that still waits for the code of a factor. */
export function readKeptChallenge(factorId: string): SentChallenge | null {
  try {
    const kept = v.safeParse(schema, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    if (!kept.success || kept.output.factorId !== factorId) return null;
    return kept.output.expiresAt * 1000 > Date.now() ? kept.output : null;
  } catch {
    return null;
  }
}
