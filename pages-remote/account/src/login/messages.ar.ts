import type { Translation } from '@atrium/page-kit/messages';
import type { loginText } from './messages.ts';

export const loginArabic: Translation<typeof loginText> = {
  elsewhere: 'سُجّل خروجك في علامة تبويب أخرى.',
  revoked: 'لم تعد جلستك صالحة. سجّل الدخول من جديد.',
  newHere: 'جديد هنا؟',
};
