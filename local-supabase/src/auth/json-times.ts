/** A time as the API shows it: ISO 8601 with `Z`. */
export function utc(time: string): string {
  return time.replace('+00:00', 'Z');
}

/** Times as fields of JSON; those that are not set are left out. */
export function times(entries: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).flatMap(([name, time]) => (time === null ? [] : [[name, utc(time)]])));
}
