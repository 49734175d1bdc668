/** `ok`: nothing to do. `note`: worth knowing. `fix`: without a fix, the site does not work, or is not safe. */
type Level = 'ok' | 'note' | 'fix';

/** The result of one check. Neither text contains the key, or anything else that a server sent. */
export interface Finding {
  readonly level: Level;
  /** What was checked, in one or two words. */
  readonly check: string;
  readonly found: string;
  /** What to do about it; empty if there is nothing to do. */
  readonly advice: string;
}

/** The check passed. */
export function ok(check: string, found: string): Finding {
  return { level: 'ok', check, found, advice: '' };
}

/** The operator should know this. */
export function note(check: string, found: string, advice: string): Finding {
  return { level: 'note', check, found, advice };
}

/** The operator has to fix this. */
export function fix(check: string, found: string, advice: string): Finding {
  return { level: 'fix', check, found, advice };
}
