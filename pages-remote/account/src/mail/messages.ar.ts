import type { Translation } from '@atrium/page-kit/messages';
import type { mailText } from './messages.ts';

export const mailArabic: Translation<typeof mailText> = {
  resend: 'إرسال الرسالة مرة أخرى',
  wrongAddress: 'العنوان غير صحيح؟',
  otherAddress: 'استخدام عنوان آخر',
  sent: 'إذا كان العنوان بانتظار التأكيد، فهناك رسالة أخرى في الطريق.',
};
