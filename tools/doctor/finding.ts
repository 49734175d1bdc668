/** `ok`: nothing to do. `note`: good to know. `mend`: the site will not work, or not safely, until it is done. */
export type Level = 'ok' | 'note' | 'mend';

/** What one check of the doctor found; neither text has the key, or anything else that a server said, in it. */
export interface Finding {
  readonly level: Level;
  /** What was checked, in a word or two. */
  readonly check: string;
  readonly found: string;
  /** What to do about it; empty where there is nothing to do. */
  readonly advice: string;
}

/** All is well with a check. */
export function ok(check: string, found: string): Finding {
  return { level: 'ok', check, found, advice: '' };
}

/** Something that whoever runs the site should know. */
export function note(check: string, found: string, advice: string): Finding {
  return { level: 'note', check, found, advice };
}

/** Something that has to be mended. */
export function mend(check: string, found: string, advice: string): Finding {
  return { level: 'mend', check, found, advice };
}
