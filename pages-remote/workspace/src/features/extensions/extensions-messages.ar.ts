import type { Translation } from '@atrium/page-kit/messages';
import type { extensionsText } from './extensions-messages.ts';

export const extensionsArabic: Translation<typeof extensionsText> = {
  recentHeading: 'أحدث اللوحات',
  noBoards: 'ليس لديك لوحات بعد. أنشئ أول لوحة، لك وحدك أو لتشاركها.',
  favourites: 'المفضلة',
  boards: 'اللوحات',
  allBoards: 'كل اللوحات',
  showAll: 'عرض الكل ({count})',
  showFewer: 'عرض أقل',
  openNotes: {
    zero: 'لا ملاحظات مفتوحة',
    one: 'ملاحظة مفتوحة واحدة',
    two: 'ملاحظتان مفتوحتان',
    few: '{count} ملاحظات مفتوحة',
    many: '{count} ملاحظة مفتوحة',
    other: '{count} ملاحظة مفتوحة',
  },
  newBoard: 'لوحة جديدة',
  yourHeading: 'لوحاتك',
  own: 'لوحات تملكها',
  sharedByYou: 'منها مشتركة',
  sharedWithYou: 'مشتركة معك',
  openBoards: 'فتح مساحة العمل',
  copyLink: 'نسخ الرابط',
  copied: 'نُسخ رابط «{name}».',
  notCopied: 'لم يسمح المتصفح بالنسخ. انسخ عنوان هذه الصفحة بدلًا من ذلك.',
  exported: 'اللوحات والملاحظات والملفات',
  exportedHint: 'الملاحظات التي كتبتها وقائمة بملفاتك',
};
