import type { Translation } from '@atrium/page-kit/messages';
import type { formText } from './form-messages.ts';

export const formArabic: Translation<typeof formText> = {
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  problem: 'هناك مشكلة',
  retryIn: 'يمكنك المحاولة مرة أخرى بعد {seconds} ث.',
  logIn: 'تسجيل الدخول',
  createAccount: 'إنشاء حساب',
  forgotPassword: 'هل نسيت كلمة المرور؟',
};
