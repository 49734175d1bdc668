import type { Translation } from '@atrium/page-kit/messages';
import type { settingsText } from './messages.ts';

export const settingsArabic: Translation<typeof settingsText> = {
  label: 'إعدادات الحساب',
  profile: 'الملف الشخصي',
  signIn: 'تسجيل الدخول',
  security: 'الأمان',
  data: 'البيانات',
  deleteAccount: 'حذف',
  change: 'تغيير',
  password: 'كلمة المرور',
  passwordHint: 'استخدم كلمة مرور لا تستخدمها في أي مكان آخر.',
  noPassword: 'غير معيّنة',
  passwordSet: 'معيّنة',
  passwordChanged: 'غُيّرت في \u2068{date}\u2069',
  changePassword: 'تغيير كلمة المرور',
  actions: 'إجراءات أخرى',
  actionsFor: 'إجراءات أخرى لـ \u2068{name}\u2069',
};
