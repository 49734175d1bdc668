import type { Translation } from '@atrium/page-kit/messages';
import type { mailText } from './messages.ts';

export const mailArabic: Translation<typeof mailText> = {
  sentTitle: 'تحقق من بريدك',
  sentAdvice: 'لم يصل شيء؟ ابحث في مجلد الرسائل غير المرغوب فيها.',
  resend: 'إرسال الرسالة مرة أخرى',
  seconds: '({seconds} ث)',
  wrongAddress: 'العنوان غير صحيح؟',
  otherAddress: 'استخدام عنوان آخر',
  sent: 'إذا كان العنوان بانتظار التأكيد، فهناك رسالة أخرى في الطريق.',
};
