import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Advice, Strength } from './strength.ts';

// This file and what it imports are a chunk of their own: the dictionary is larger than the rest of the page.

/** Letters that are looked at: the auth service takes no more bytes, and the work grows with the square of them. */
const LONGEST = 72;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST });

/** What the library warns of, by its keys (`translationKeys` of @zxcvbn-ts/core), as one of our texts. */
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
 * @param personal what the person has told of themselves: guessed first, so worth nothing in a password
 */
export function estimateStrength(password: string, personal: readonly string[]): Strength {
  const { score, feedback } = zxcvbn.check(password, personal.flatMap(wordsOf));
  if (score > 2) return { score, advice: null };
  return { score, advice: ADVICE[feedback.warning ?? ''] ?? 'addWords' };
}

/** A name or an address as a whole, and its words: people take either. Shorter words are in any password by chance. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length > 2);
}
