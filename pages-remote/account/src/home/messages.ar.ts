import type { Translation } from '@atrium/page-kit/messages';
import type { protectText } from './messages.ts';

export const protectArabic: Translation<typeof protectText> = {
  heading: 'احمِ حسابك',
  advice: 'يمكن لأي شخص يعرف كلمة مرورك تسجيل الدخول. أضف عاملًا ثانيًا ليتطلّب تسجيل الدخول أيضًا رمزًا من هاتفك.',
  add: 'إضافة عامل ثانٍ',
};
