import type { Translation } from '@atrium/page-kit/messages';
import type { cardText } from './messages.ts';

export const cardArabic: Translation<typeof cardText> = {
  heading: '__title__',
  signedIn: 'سجّلت الدخول باسم ⁨{email}⁩.',
};
