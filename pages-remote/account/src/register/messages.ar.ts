import type { Translation } from '@atrium/page-kit/messages';
import type { registerText } from './messages.ts';

export const registerArabic: Translation<typeof registerText> = {
  haveAccount: 'هل لديك حساب بالفعل؟',
  nameHint: 'بهذا الاسم يرحب بك الموقع.',
  sentTitle: 'تحقق من بريدك',
  sentTo: 'هناك رسالة في الطريق إلى \u2068{email}\u2069. افتح الرابط الذي فيها لإكمال حسابك.',
  sentAdvice: 'قد يستغرق ذلك دقيقة. إذا لم تصل الرسالة فابحث في مجلد الرسائل غير المرغوب فيها.',
  otherAddress: 'استخدام عنوان آخر',
};
