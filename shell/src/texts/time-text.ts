import { language } from '@atrium/page-kit/messages';

/** Formats a moment in the reader's language and time zone: milliseconds since 1970, or ISO 8601. */
export function timeText(moment: number | string): string {
  return new Date(moment).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}
