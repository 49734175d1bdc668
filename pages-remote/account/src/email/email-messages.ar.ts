import type { Translation } from '@atrium/page-kit/messages';
import type { emailText } from './email-messages.ts';

export const emailArabic: Translation<typeof emailText> = {
  title: 'تغيير البريد الإلكتروني',
  present: 'البريد الإلكتروني الحالي',
  newEmail: 'البريد الإلكتروني الجديد',
  introduction: 'يصل رابط إلى كلا صندوقي البريد، القديم والجديد. يسري التغيير بعد فتح الرابطين.',
  submit: 'تغيير البريد الإلكتروني',
  same: 'هذا هو بريدك الإلكتروني بالفعل.',
  taken: 'لا يمكن استخدام هذا العنوان. تحقق من الأخطاء الإملائية، أو اختر عنوانًا آخر.',
  sent: 'إذا كان استخدام \u2068{email}\u2069 ممكنًا، فهناك رابط في الطريق إليه وآخر إلى \u2068{present}\u2069.',
  sentAdvice: 'افتح الرابطين. وحتى ذلك الحين سجّل الدخول باستخدام \u2068{present}\u2069.',
  changed: 'بريدك الإلكتروني الآن \u2068{email}\u2069. استخدمه عند تسجيل الدخول في المرة القادمة.',
  back: 'حسابك',
};
