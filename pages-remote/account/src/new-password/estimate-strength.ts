import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// This file and its imports are a lazy chunk, because the dictionary is larger than the rest of the page.

/** What would make a password harder to guess. */
type Advice = 'addWords' | 'common' | 'dates' | 'keys' | 'personal' | 'repeats' | 'sequences';

/** How hard a password is to guess. */
export interface Strength {
  /** From 0 (guessed immediately) to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Null when the password is strong enough. */
  readonly advice: Advice | null;
}

/** Maximum characters to estimate. The auth service accepts at most as many bytes, and the work grows with the square of the length. */
const MAX_LENGTH = 72;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH });

/** Our advice for each warning of the library (`translationKeys` of @zxcvbn-ts/core). */
const ADVICE: { readonly [warning: string]: Advice } = {
  straightRow: 'keys',
  keyPattern: 'keys',
  simpleRepeat: 'repeats',
  extendedRepeat: 'repeats',
  sequences: 'sequences',
  recentYears: 'dates',
  dates: 'dates',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  userInputs: 'personal',
};

/**
 * Estimates how hard a password is to guess (zxcvbn).
 *
 * @param personal what attackers may know about the user: they try it first, so it adds no strength
 */
export function estimateStrength(password: string, personal: readonly string[]): Strength {
  const { score, feedback } = zxcvbn.check(password, personal.flatMap(wordsOf));
  if (score > 2) return { score, advice: null };
  return { score, advice: ADVICE[feedback.warning ?? ''] ?? 'addWords' };
}

/** The whole text and its words, because users build passwords from both. Words of one or two letters match by chance. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length > 2);
}
