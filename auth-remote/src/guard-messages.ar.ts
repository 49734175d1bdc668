import type { Translation } from '@atrium/page-kit/messages';
import type { guardText } from './guard-messages.ts';

export const guardArabic: Translation<typeof guardText> = {
  checking: 'جارٍ التحقق من تسجيل دخولك …',
  failedHeading: 'تعذّر التحقق من تسجيل دخولك',
  failedAdvice: 'لم يُفقد شيء. تحقق من اتصالك ثم حاول مرة أخرى.',
  retry: 'حاول مرة أخرى',
};
