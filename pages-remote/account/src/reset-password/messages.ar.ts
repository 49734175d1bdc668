import type { Translation } from '@atrium/page-kit/messages';
import type { resetText } from './messages.ts';

export const resetArabic: Translation<typeof resetText> = {
  title: 'إعادة تعيين كلمة المرور',
  introduction: 'أدخل البريد الإلكتروني لحسابك. سنرسل إليك رابطًا لاختيار كلمة مرور جديدة.',
  submit: 'إرسال رابط إعادة التعيين',
  sent: 'إذا كان هناك حساب للعنوان \u2068{email}\u2069، فهناك رسالة فيها رابط في الطريق إليه.',
  sentAdvice: 'قد يستغرق ذلك دقيقة. إذا لم تصل الرسالة فابحث في مجلد الرسائل غير المرغوب فيها وتحقق من العنوان أعلاه.',
  back: 'العودة إلى تسجيل الدخول',
};
