import type { Translation } from '@atrium/page-kit/messages';
import type { accountText } from './account-messages.ts';

export const accountArabic: Translation<typeof accountText> = {
  title: 'حسابك',
  profile: 'الملف الشخصي',
  submit: 'حفظ التغييرات',
  saved: 'تم حفظ تغييراتك.',
  signIn: 'طريقة تسجيل دخولك',
  changeEmail: 'تغيير البريد الإلكتروني',
  newPassword: 'اختيار كلمة مرور جديدة',
  security: 'الأمان',
  leaving: 'المغادرة نهائيًا',
  leavingAdvice: 'يحذف حسابك وما يخصه. سترى ما سيُحذف قبل حدوث أي شيء.',
  deleteAccount: 'حذف حسابك',
};
