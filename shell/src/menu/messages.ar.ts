import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { menuText } from './messages.ts';

const menuArabic: Translation<typeof menuText> = {
  title: 'كل الصفحات',
  filter: 'تصفية الصفحات',
  count: {
    zero: 'لا صفحات',
    one: 'صفحة واحدة',
    two: 'صفحتان',
    few: '{count} صفحات',
    many: '{count} صفحة',
    other: '{count} صفحة',
  },
  matches: '{matches} من {all}',
  noMatch: 'لا توجد صفحة تطابق «\u2068{query}\u2069».',
  other: 'أخرى',
  close: 'إغلاق',
  incomplete: 'تعذّر تحميل بعض الصفحات، وقد تكون هذه القائمة غير كاملة.',
  retry: 'حاول مرة أخرى',
};

addTranslations({ 'shell.menu': menuArabic });
