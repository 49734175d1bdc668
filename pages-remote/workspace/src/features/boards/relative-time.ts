import { language } from '@atrium/page-kit/messages';

/** Units of time with their length in seconds, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** After as many days, the date says more. */
const MAX_DAYS = 7;

/** How long ago a moment was, such as "5 min. ago", or its date. Both are milliseconds since 1970. */
export function shortTime(moment: number, now: number): string {
  // The clocks of the browser and the database differ.
  const seconds = Math.max(0, (now - moment) / 1_000);
  if (seconds >= MAX_DAYS * 86_400) return new Date(moment).toLocaleDateString(language(), { day: 'numeric', month: 'short' });
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'narrow' });
  const [unit, length] = UNITS.find(([, unitLength]) => seconds >= unitLength) ?? (['second', Infinity] as const);
  // Zero seconds ago is "now".
  return format.format(-Math.floor(seconds / length), unit);
}
