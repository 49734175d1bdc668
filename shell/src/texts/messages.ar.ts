import type { Translation } from '@atrium/page-kit/messages';
import type { message } from './messages.ts';

export const shellArabic: Translation<typeof message> = {
  'site.name': 'Atrium',
  'site.skip': 'الانتقال إلى المحتوى',
  'site.navigation': 'القائمة الرئيسية',
  'header.login': 'تسجيل الدخول',
  'header.register': 'إنشاء حساب',
  'header.home': 'الرئيسية',
  'header.signInUnavailable': 'تسجيل الدخول غير متاح حاليًا.',
  'welcome.heading': 'لوحات مشتركة لملاحظاتك المهمة',
  'welcome.lead': 'اكتب ملاحظة، وادعُ من تعنيهم، واعملوا عليها معًا.',
  'welcome.signedInHeading': 'سعداء برؤيتك، {name}',
  'notFound.title': 'الصفحة غير موجودة',
  'notFound.text': 'لا يوجد شيء في هذا العنوان. ربما نُقلت الصفحة، أو في الرابط خطأ مطبعي.',
  'notFound.home': 'الذهاب إلى الصفحة الرئيسية',
  'moduleUnavailable.title': 'تعذّر تحميل \u2068{name}\u2069',
  'moduleUnavailable.text': 'حدث خطأ ما. بقية الموقع تعمل.',
  'failure.retry': 'حاول مرة أخرى',
  'pageFailed.title': 'حدث خطأ في هذه الصفحة',
  'pageFailed.text': 'واجهت الصفحة خطأ. بقية الموقع تعمل.',
  'pageFailed.retry': 'عرض الصفحة من جديد',
};
