import type { Translation } from '@atrium/page-kit/messages';
import type { timeText } from './time-messages.ts';

export const timeArabic: Translation<typeof timeText> = {
  now: 'الآن',
  minutes: '{count} د',
  hours: '{count} س',
  days: '{count} ي',
};
