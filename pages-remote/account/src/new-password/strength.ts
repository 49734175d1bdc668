/** What would make a password harder to guess. */
export type Advice = 'addWords' | 'common' | 'dates' | 'keys' | 'personal' | 'repeats' | 'sequences';

/** How hard a password is to guess. */
export interface Strength {
  /** From 0, guessed at once, to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Null where there is nothing to mend. */
  readonly advice: Advice | null;
}
