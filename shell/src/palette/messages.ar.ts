import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { paletteText } from './messages.ts';

const paletteArabic: Translation<typeof paletteText> = {
  title: 'البحث والأوامر',
  field: 'ابحث أو نفّذ أمرًا',
  close: 'إغلاق',
  results: 'النتائج',
  'section.recent': 'الأخيرة',
  'section.commands': 'الأوامر',
  'section.pages': 'الصفحات',
  'section.pageShortcuts': 'اختصارات هذه الصفحة',
  'section.shortcuts': 'اختصارات كل الصفحات',
  count: {
    zero: 'لا نتائج',
    one: 'نتيجة واحدة',
    two: 'نتيجتان',
    few: '{count} نتائج',
    many: '{count} نتيجة',
    other: '{count} نتيجة',
  },
  none: 'لا نتائج',
  noneFor: 'لا نتائج عن «\u2068{query}\u2069»',
  noShortcuts: 'لا توجد اختصارات في هذه الصفحة.',
  searching: 'جارٍ البحث …',
  failed: 'تعذّر البحث في \u2068{provider}\u2069.',
  showShortcuts: 'عرض اختصارات لوحة المفاتيح',
  'theme.system': 'استخدام مظهر النظام',
  'theme.light': 'استخدام المظهر الفاتح',
  'theme.dark': 'استخدام المظهر الداكن',
  inspect: 'فحص هذه الصفحة',
  find: 'البحث في الموقع',
  didYouMean: 'هل تقصد',
  'footer.move': 'تنقّل',
  'footer.choose': 'اختيار',
  'footer.newTab': 'فتح في علامة تبويب جديدة',
  'keys.then': 'ثم',
  'footer.singleKeys': 'اختصارات المفتاح الواحد',
};

addTranslations({ 'shell.palette': paletteArabic });
