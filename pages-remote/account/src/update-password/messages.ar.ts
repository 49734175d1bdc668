import type { Translation } from '@atrium/page-kit/messages';
import type { updateText } from './messages.ts';

export const updateArabic: Translation<typeof updateText> = {
  title: 'اختيار كلمة مرور جديدة',
  forAccount: 'للحساب \u2068{email}\u2069',
  cleared: 'اختر هنا كلمة مرور حسابك. كلمة المرور التي أُدخلت في متصفح آخر قبل تأكيد هذا العنوان لم تعد تعمل.',
  nameHint: 'يراه الآخرون على ما تشاركه معهم.',
  currentPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
  submit: 'حفظ كلمة المرور',
  savedTitle: 'تم حفظ كلمة مرورك الجديدة',
  savedAdvice: 'استخدمها عند تسجيل الدخول في المرة القادمة.',
  goOn: 'الذهاب إلى مساحة عملك',
  account: 'حسابك',
  goToNext: 'متابعة',
};
