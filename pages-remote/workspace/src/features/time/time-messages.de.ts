import type { Translation } from '@atrium/page-kit/messages';
import type { timeText } from './time-messages.ts';

export const timeGerman: Translation<typeof timeText> = {
  now: 'jetzt',
  minutes: '{count} Min.',
  hours: '{count} Std.',
  days: '{count} T.',
};
