import type { Translation } from '@atrium/page-kit/messages';
import type { pictureText, preferencesText, profileText } from './messages.ts';

export const profileArabic: Translation<typeof profileText> = {
  title: 'حسابك',
  picture: 'الصورة',
  submit: 'حفظ',
  saved: 'تم حفظ تغييراتك.',
};

export const preferencesArabic: Translation<typeof preferencesText> = {
  language: 'اللغة',
  theme: 'المظهر',
  system: 'النظام',
  light: 'فاتح',
  dark: 'داكن',
  shortcuts: 'الاختصارات',
  singleKeys: 'مفاتيح مفردة، مثل \u2068?\u2069 لعرض قائمة الاختصارات',
  thisBrowser: 'تسري اللغة والمظهر والاختصارات على هذا المتصفح.',
};

export const pictureArabic: Translation<typeof pictureText> = {
  choose: 'اختيار صورة',
  change: 'تغيير الصورة',
  hint: 'صورة PNG أو JPEG أو WebP حتى {limit} ميغابايت، تُقصّ مربعةً. يراها كل من تشاركه لوحة.',
  preview: 'الصورة التي اخترتها',
  present: 'صورتك',
  remove: 'إزالة الصورة',
  sending: 'جارٍ رفع صورتك',
  tryAgain: 'حاول مرة أخرى',
  saved: 'تم حفظ صورتك.',
  removed: 'تمت إزالة صورتك.',
  unread: 'تعذّر تحميل صورتك. يمكنك مع ذلك اختيار صورة أخرى.',
  tooLarge: 'حجم هذا الملف {size} ميغابايت، وهذا كبير جدًا. اختر صورة حتى {limit} ميغابايت، أو صغّر هذه الصورة.',
  tooLargeThere: 'يقبل الخادم صورًا حتى {limit} ميغابايت. اختر صورة أخرى، أو صغّر هذه الصورة.',
  drawing: 'هذا ملف SVG، وقد يحتوي على برنامج. اختر صورة PNG أو JPEG أو WebP.',
  type: 'هذه ليست صورة PNG أو JPEG أو WebP. اختر صورة من هذه الأنواع.',
  broken: 'لا يمكن عرض هذه الصورة: يبدو أن الملف تالف. اختر صورة أخرى.',
  offline: 'لا يوجد اتصال بالخادم. تحقق من اتصالك ثم حاول مرة أخرى.',
  refused: 'لم يقبل الموقع ذلك منك. أعد تحميل الصفحة، وسجّل الدخول إذا طُلب منك، ثم حاول مرة أخرى.',
  serverError: 'يواجه الخادم مشكلة حاليًا. حاول مرة أخرى بعد لحظات.',
};
