import { dateLocale, language } from '@atrium/page-kit/messages';

/** Formats a moment in the reader's language and time zone: milliseconds since 1970, or ISO 8601. */
export function timeText(moment: number | string): string {
  return new Date(moment).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats the day of a moment in the reader's language and time zone. */
export function dayText(moment: string): string {
  return new Date(moment).toLocaleDateString(dateLocale(), { dateStyle: 'medium' });
}

const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60]] as const;

/** Formats the time since a moment: "5 minutes ago"; a date if it is longer ago than a month. */
export function agoText(moment: string): string {
  const seconds = (Date.parse(moment) - Date.now()) / 1000;
  if (seconds < -30 * 86_400) return dayText(moment);
  const [unit, length] = UNITS.find(([, one]) => seconds <= -one) ?? [];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return unit === undefined ? format.format(0, 'second') : format.format(Math.ceil(seconds / length), unit);
}
