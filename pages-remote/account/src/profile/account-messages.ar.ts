import type { Translation } from '@atrium/page-kit/messages';
import type { accountText } from './account-messages.ts';

export const accountArabic: Translation<typeof accountText> = {
  title: 'حسابك',
  profile: 'الملف الشخصي',
  submit: 'حفظ التغييرات',
  saved: 'تم حفظ تغييراتك.',
  signIn: 'طريقة تسجيل دخولك',
  secondFactor: 'عامل التحقق الثاني',
  factorOn: 'يُطلب منك رمزه عند تسجيل الدخول.',
  factorOff: 'لا يوجد بعد. كلمة مرورك وحدها تكفي لتسجيل الدخول.',
  changeEmail: 'تغيير البريد الإلكتروني',
  newPassword: 'اختيار كلمة مرور جديدة',
  security: 'الأمان',
  leavingAdvice: 'سترى ما سيُحذف معه قبل حدوث أي شيء.',
  deleteAccount: 'حذف حسابك',
};
