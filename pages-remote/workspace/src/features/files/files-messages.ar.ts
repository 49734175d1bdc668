import type { Translation } from '@atrium/page-kit/messages';
import type { filesText } from './files-messages.ts';

export const filesArabic: Translation<typeof filesText> = {
  label: 'ملفات «\u2068{title}\u2069»',
  none: 'لا ملفات بعد.',
  choose: 'إضافة ملفات',
  leaveOut: 'استبعاد {name}',
  advice: 'صور وPDF وOffice ونصوص وصوت وفيديو وZIP، حتى {limit} ميغابايت لكل ملف.',
  uploading: 'جارٍ رفع \u2068{name}\u2069',
  uploaded: 'تم حفظ \u2068{name}\u2069.',
  notUploaded: 'لم يُحفظ \u2068{name}\u2069.',
  severalNotUploaded: 'لم تُحفظ هذه الملفات: \u2068{names}\u2069.',
  dismiss: 'إغلاق',
  download: 'تنزيل',
  delete: 'حذف',
  deleted: 'تم حذف \u2068{name}\u2069.',
  restored: 'عاد \u2068{name}\u2069.',
  restoreRefused: 'لم يُستعد \u2068{name}\u2069.',
  view: 'عرض \u2068{name}\u2069',
  previous: 'الصورة السابقة',
  next: 'الصورة التالية',
  keysMove: 'تنقل',
  keysClose: 'إغلاق',
  place: '{place} من {total}',
  broken: 'يتعذّر عرض هذه الصورة هنا. نزّلها لفتحها.',
};
