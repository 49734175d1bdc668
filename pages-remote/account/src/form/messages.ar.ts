import type { Translation } from '@atrium/page-kit/messages';
import type { dialogText } from './dialog-messages.ts';
import type { formText } from './messages.ts';

export const formArabic: Translation<typeof formText> = {
  name: 'الاسم',
  nameHint: 'يظهر في لوحاتك وملاحظاتك.',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  problem: 'تحقق من هذه الحقول',
  retryIn: 'يمكنك المحاولة مرة أخرى بعد {seconds} ث.',
  logIn: 'تسجيل الدخول',
  createAccount: 'إنشاء حساب',
  continueWith: 'المتابعة باستخدام {provider}',
  or: 'أو',
  forgotPassword: 'هل نسيت كلمة المرور؟',
  nameMissing: 'أدخل اسمك.',
  emailMissing: 'أدخل عنوان بريدك الإلكتروني.',
  emailIncomplete: 'أدخل عنوان بريد إلكتروني كاملًا، مثل \u2068ada@example.com\u2069.',
  passwordMissing: 'أدخل كلمة مرور.',
};

export const dialogArabic: Translation<typeof dialogText> = {
  cancel: 'إلغاء',
  rename: 'إعادة تسمية',
  renameTitle: 'إعادة تسمية «\u2068{name}\u2069»',
  name: 'الاسم',
  nameMissing: 'أدخل اسمًا.',
  nameTooLong: 'هذا الاسم طويل جدًا. اختر اسمًا أقصر.',
  save: 'حفظ',
};
