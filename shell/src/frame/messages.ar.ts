import type { Translation } from '@atrium/page-kit/messages';
import type { frameText } from './messages.ts';

export const frameArabic: Translation<typeof frameText> = {
  'toast.dismiss': 'إغلاق',
  'toast.loggedOut': 'تم تسجيل خروجك.',
  'toast.logOutFailed': 'حدث خطأ أثناء تسجيل الخروج. تم تسجيل خروجك في هذا المتصفح، لكن ربما لم تُنهِ الخدمة الجلسة.',
  'toast.accountDeleted': 'حُذف حسابك، ولذلك تم تسجيل خروجك.',
  'toast.register': 'إنشاء حساب جديد',
  'toast.commandFailed': 'لم ينجح «\u2068{command}\u2069». حاول مرة أخرى.',
  'toast.searchNotLoaded': 'لم يُحمَّل البحث. تحقّق من اتصالك ثم حاول مرة أخرى.',
  'toast.inspectorNotLoaded': 'لم يُحمَّل المفتش. تحقق من اتصالك ثم حاول مرة أخرى.',
  'preferences.region': 'التفضيلات',
  'preferences.language': 'اللغة',
  'preferences.theme': 'المظهر',
  'preferences.system': 'النظام',
  'preferences.light': 'فاتح',
  'preferences.dark': 'داكن',
  search: 'بحث',
  controlKey: 'Ctrl',
  'menu.allPages': 'كل الصفحات',
  'menu.failed': 'لم تُحمَّل القائمة. تحقّق من اتصالك ثم حاول مرة أخرى.',
  'userMenu.shortcuts': 'اختصارات لوحة المفاتيح',
  'userMenu.logOut': 'تسجيل الخروج',
};
