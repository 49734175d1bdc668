import type { Translation } from '@atrium/page-kit/messages';
import type { verifyText } from './messages.ts';

export const verifyArabic: Translation<typeof verifyText> = {
  title: 'إدخال الرمز',
  useOther: 'استخدام \u2068{name}\u2069 بدلًا من ذلك',
  removed: 'لم يعد لحسابك عامل تحقق ثانٍ. سجّل الدخول من جديد للمتابعة.',
  logInAgain: 'تسجيل الدخول من جديد',
  otherAccount: 'استخدام حساب آخر',
};
