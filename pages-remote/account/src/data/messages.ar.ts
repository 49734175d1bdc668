import type { Translation } from '@atrium/page-kit/messages';
import type { dataText } from './messages.ts';

export const dataArabic: Translation<typeof dataText> = {
  title: 'البيانات',
  export: 'التصدير',
  exportHint: 'ملف JSON واحد يُنشأ في هذا المتصفح، ويحتوي على بياناتك فقط.',
  profile: 'ملفك الشخصي',
  profileHint: 'الاسم والبريد الإلكتروني وطرق التحقق بخطوتين، بدون كلمات المرور والمفاتيح',
  submit: 'تصدير البيانات',
  cancel: 'إلغاء',
  reading: {
    zero: 'جارٍ قراءة بياناتك …',
    one: 'جارٍ قراءة بياناتك: سجل واحد …',
    two: 'جارٍ قراءة بياناتك: سجلان …',
    few: 'جارٍ قراءة بياناتك: {count} سجلات …',
    many: 'جارٍ قراءة بياناتك: {count} سجلًا …',
    other: 'جارٍ قراءة بياناتك: {count} سجل …',
  },
  saved: 'حُفظت بياناتك باسم \u2068{name}\u2069.',
  incomplete: 'يحتوي الملف على ملفك الشخصي فقط، لأن الأجزاء الأخرى لم تُحمَّل. أعد تحميل الصفحة ثم صدّر البيانات من جديد.',
  unread: 'تعذّرت قراءة بياناتك كاملة، لذلك لم يُحفظ أي ملف. تحقق من اتصالك ثم حاول مرة أخرى.',
};
