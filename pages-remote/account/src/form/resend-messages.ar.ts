import type { Translation } from '@atrium/page-kit/messages';
import type { resendText } from './resend-messages.ts';

export const resendArabic: Translation<typeof resendText> = {
  resend: 'إرسال الرسالة مرة أخرى',
  sent: 'إذا كان العنوان بانتظار التأكيد، فهناك رسالة أخرى في الطريق.',
};
