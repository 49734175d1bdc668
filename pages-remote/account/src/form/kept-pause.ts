/** Milliseconds beyond which no pause is believed: the service asks for minutes at most. */
const LONGEST_MS = 3_600_000;

const keyOf = (name: string) => `atrium.account.pause.${name}`;

/**
 * Keeps the end of a pause for as long as the tab lives, so that a reload does not hide it: the service would refuse the
 * next try all the same. Two times and the form's name; not whose address or account it was.
 *
 * @param name of the form and its action
 * @param now when it began, and
 * @param end when it ends, in milliseconds since 1970
 */
export function keepPause(name: string, now: number, end: number): void {
  try {
    sessionStorage.setItem(keyOf(name), `${now} ${end}`);
  } catch {
    // Full or forbidden: after a reload the service says it again.
  }
}

/**
 * Seconds that are left of a kept pause; 0 where there is none, or none to believe: the clock was set back since, or
 * somebody else wrote it.
 */
export function readKeptPause(name: string): number {
  try {
    // Parsed by its form and its bounds: a schema would bring valibot to the first screen.
    const [, began, end] = /^(\d{1,16}) (\d{1,16})$/.exec(sessionStorage.getItem(keyOf(name)) ?? '')?.map(Number) ?? [];
    const now = Date.now();
    if (began === undefined || end === undefined || now < began || end - began > LONGEST_MS) return 0;
    return Math.max(0, (end - now) / 1000);
  } catch {
    return 0;
  }
}
