import type { Translation } from '@atrium/page-kit/messages';
import type { profileText } from './messages.ts';

export const profileArabic: Translation<typeof profileText> = {
  title: 'حسابك',
  profile: 'الملف الشخصي',
  submit: 'حفظ التغييرات',
  saved: 'تم حفظ تغييراتك.',
  signIn: 'طريقة تسجيل دخولك',
  secondFactor: 'عامل التحقق الثاني',
  factorOn: 'مفعّل: تُدخل رمزًا أيضًا عند تسجيل الدخول.',
  factorOff: 'لا يوجد بعد: من يعرف كلمة مرورك يستطيع تسجيل الدخول.',
  addFactor: 'إضافة\u00a0عامل',
  changeEmail: 'تغيير البريد الإلكتروني',
  newPassword: 'تغيير كلمة المرور',
  security: 'الأمان',
  leavingAdvice: 'قبل حذف أي شيء سترى ما سيُحذف مع حسابك.',
  deleteAccount: 'حذف حسابك',
};
