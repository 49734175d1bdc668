import { language } from '@atrium/page-kit/messages';

/** A moment in the words of the reader's own place; in milliseconds since 1970, or ISO 8601. */
export function timeText(moment: number | string): string {
  return new Date(moment).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}
