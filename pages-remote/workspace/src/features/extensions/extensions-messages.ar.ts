import type { Translation } from '@atrium/page-kit/messages';
import type { extensionsText } from './extensions-messages.ts';

export const extensionsArabic: Translation<typeof extensionsText> = {
  recentHeading: 'أحدث اللوحات',
  allBoards: 'كل اللوحات',
  noBoards: 'ليس لديك لوحات بعد. أنشئ أول لوحة، لك وحدك أو لتشاركها.',
  newBoard: 'لوحة جديدة',
  yourHeading: 'لوحاتك',
  own: 'لوحات تملكها',
  sharedByYou: 'منها مشتركة',
  sharedWithYou: 'مشتركة معك',
  openBoards: 'فتح مساحة العمل',
  copyLink: 'نسخ الرابط',
  copied: 'نُسخ رابط «{name}».',
  notCopied: 'لم يسمح المتصفح بالنسخ. انسخ عنوان هذه الصفحة بدلًا من ذلك.',
};
