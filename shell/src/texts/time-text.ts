import { formatDate, language } from '@atrium/page-kit/messages';

const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60]] as const;

/** Formats the time since a moment: "5 minutes ago"; a date if it is longer ago than a month. */
export function agoText(moment: string): string {
  const seconds = (Date.parse(moment) - Date.now()) / 1000;
  if (seconds < -30 * 86_400) return formatDate(moment);
  const [unit, length] = UNITS.find(([, one]) => seconds <= -one) ?? [];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return unit === undefined ? format.format(0, 'second') : format.format(Math.ceil(seconds / length), unit);
}
