import { language } from '@atrium/page-kit/messages';

/** The day of a moment, in the words of the page's language and the reader's own time zone. */
export function calendarDate(moment: string): string {
  return new Date(moment).toLocaleDateString(language(), { dateStyle: 'medium' });
}
